import { Plural, Trans } from '@lingui/react/macro'
import type { TierRow, TiersAnswer } from '../../domain/api.ts'
import { PAYMENT_RISKS, PAYMENT_RISK_LABELS, TIER_LABELS } from '../../domain/accounts/tiers.ts'
import { useFormats } from '../formats.ts'
import { Translated } from '../ui/Translated.tsx'
import { RiskMethods } from './RiskMethods.tsx'

/** Every tier with what it needs and its limits, by how easily a payment is reversed. */
export function TierTable({ tiers, methods }: TiersAnswer) {
  return (
    <section className="grid gap-5">
      <h2 className="text-xl">
        <Trans>All tiers</Trans>
      </h2>
      <dl className="grid gap-3 sm:grid-cols-2">
        {PAYMENT_RISKS.map((risk) => (
          <div key={risk}>
            <dt className="text-muted">
              <Translated text={PAYMENT_RISK_LABELS[risk]} />
            </dt>
            <dd className="mt-1">
              <RiskMethods risk={risk} methods={methods} />
            </dd>
          </div>
        ))}
      </dl>
      <ol className="grid gap-4 md:grid-cols-2">
        {tiers.map((row) => (
          <Tier key={row.tier} row={row} />
        ))}
      </ol>
    </section>
  )
}

function Tier({ row }: { row: TierRow }) {
  return (
    <li className="panel px-5 py-4">
      <h3 className="text-lg">
        <Translated text={TIER_LABELS[row.tier]} />
      </h3>
      <p className="mt-1 min-h-12 text-muted">
        <Needs row={row} />
      </p>
      <Limits limits={row.limits} label={TIER_LABELS[row.tier]} />
    </li>
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

/** The amounts of a tier: a column for each risk. */
function Limits({ limits, label }: Pick<TierRow, 'limits'> & { label: string }) {
  const { count } = useFormats()
  const cells = (of: 'tradeUsdt' | 'openUsdt' | 'dayUsdt') =>
    PAYMENT_RISKS.map((risk) => (
      <td key={risk} className="num py-2 ps-3 text-end">
        {count(Number(limits.find((each) => each.risk === risk)?.[of]))}
      </td>
    ))
  return (
    <table className="mt-2 w-full text-sm">
      <caption className="sr-only">
        <Translated text={label} />
      </caption>
      <thead>
        <tr className="border-b border-line text-muted">
          <td>USDT</td>
          {PAYMENT_RISKS.map((risk) => (
            <th key={risk} scope="col" className="py-2 ps-3 text-end font-normal">
              <Translated text={PAYMENT_RISK_LABELS[risk]} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        <tr>
          <th scope="row" className="py-2 text-start font-normal">
            <Trans>One trade</Trans>
          </th>
          {cells('tradeUsdt')}
        </tr>
        <tr>
          <th scope="row" className="py-2 text-start font-normal">
            <Trans>Open trades</Trans>
          </th>
          {cells('openUsdt')}
        </tr>
        <tr>
          <th scope="row" className="py-2 text-start font-normal">
            <Trans>24 hours</Trans>
          </th>
          {cells('dayUsdt')}
        </tr>
      </tbody>
    </table>
  )
}
