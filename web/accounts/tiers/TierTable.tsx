import { Plural, Trans } from '@lingui/react/macro'
import type { TierRow, TiersAnswer } from '../../../domain/api/accounts/tiers.ts'
import { PAYMENT_RISKS, PAYMENT_RISK_LABELS, TIER_LABELS, type PaymentRisk } from '../../../domain/accounts/tiers.ts'
import { useFormats } from '../../formats.ts'
import { Translated } from '../../ui/Translated.tsx'
import { RiskMethods } from './RiskMethods.tsx'

/** What each tier needs, and its limits: a table for each risk, in which the tiers are compared line by line. */
export function TierTable({ tiers, methods }: TiersAnswer) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">
        <Trans>All tiers</Trans>
      </h2>
      <ol className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {tiers.map((row) => (
          <li key={row.tier} className="border-t border-line pt-3">
            <h3 className="text-lg">
              <Translated text={TIER_LABELS[row.tier]} />
            </h3>
            <p className="mt-1 text-sm text-muted">
              <Needs row={row} />
            </p>
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {PAYMENT_RISKS.map((risk) => (
          <section key={risk} className="panel grid grid-rows-[1fr_auto] gap-3 px-4 py-4 sm:px-5">
            <div>
              <h3 className="mb-2 text-lg">
                <Translated text={PAYMENT_RISK_LABELS[risk]} />
              </h3>
              <RiskMethods risk={risk} methods={methods} />
            </div>
            <Limits tiers={tiers} risk={risk} />
          </section>
        ))}
      </div>
    </section>
  )
}

function Needs({ row: { accountDays, completedTrades, partners, needsRehearsal } }: { row: TierRow }) {
  if (needsRehearsal) return <Trans>After the rehearsal.</Trans>
  if (completedTrades === 0) return <Trans>Every account begins here.</Trans>
  return (
    <Trans>
      After <Plural value={accountDays} one="# day" other="# days" />, with{' '}
      <Plural value={completedTrades} one="# completed trade" other="# completed trades" /> on your record, with{' '}
      <Plural value={partners} one="# trader" other="# different traders" />.
    </Trans>
  )
}

/** The amounts of a risk: a row for each tier. */
function Limits({ tiers, risk }: { tiers: TiersAnswer['tiers']; risk: PaymentRisk }) {
  const { count } = useFormats()
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">
        <Translated text={PAYMENT_RISK_LABELS[risk]} />
      </caption>
      <thead>
        <tr className="border-b border-line align-bottom text-muted">
          <th scope="col" className="py-2 text-start font-normal">
            USDT
          </th>
          <th scope="col" className="py-2 ps-2 text-end sm:ps-3 font-normal">
            <Trans>One trade</Trans>
          </th>
          <th scope="col" className="py-2 ps-2 text-end sm:ps-3 font-normal">
            <Trans>Open trades</Trans>
          </th>
          <th scope="col" className="py-2 ps-2 text-end sm:ps-3 font-normal">
            <Trans>24 hours</Trans>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {tiers.map(({ tier, limits }) => {
          const of = limits.find((each) => each.risk === risk)
          return (
            <tr key={tier}>
              <th scope="row" className="py-2 text-start font-normal">
                <Translated text={TIER_LABELS[tier]} />
              </th>
              {[of?.tradeUsdt, of?.openUsdt, of?.dayUsdt].map((usdt, at) => (
                <td key={at} className="num py-2 ps-2 text-end sm:ps-3 whitespace-nowrap">
                  {count(Number(usdt))}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
