import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnLimits as Limits, TierRow, TiersAnswer } from '../../../domain/api/accounts/tiers.ts'
import { PAYMENT_RISKS, PAYMENT_RISK_LABELS, TIER_LABELS, type PaymentRisk } from '../../../domain/accounts/tiers.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ProgressBar } from '../../ui/notices/ProgressBar.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useLimits } from './queries.ts'
import { RiskMethods } from './RiskMethods.tsx'
import { Loaded } from '../../Loaded.tsx'

/** The signed-in user's tier, what leads to the next one, and how much of each limit is used. */
export function OwnLimits({ tiers, methods }: TiersAnswer) {
  const { t } = useLingui()
  return (
    <Loaded query={useLimits()} rows={4} label={t`Loading limits…`} hidesLaterErrors>
      {(own) => (
        <section className="grid gap-5">
          <h2 className="text-xl">
            <Trans>
              Your tier: <Translated text={TIER_LABELS[own.tier]} />
            </Trans>
          </h2>
          <NextTier own={own} next={tiers.find(({ tier }) => tier === own.nextTier)} />
          <div className="grid gap-4 md:grid-cols-2">
            {PAYMENT_RISKS.map((risk) => (
              <Used key={risk} own={own} risk={risk} methods={methods} />
            ))}
          </div>
        </section>
      )}
    </Loaded>
  )
}

function NextTier({ own, next }: { own: Limits; next: TierRow | undefined }) {
  const { t } = useLingui()
  const { count } = useFormats()
  if (!next) {
    return (
      <p>
        <Trans>You have the highest tier.</Trans>
      </p>
    )
  }
  const outOf = (have: number, need: number) => {
    const [reached, needed] = [count(Math.min(have, need)), count(need)]
    return t({ message: `${reached} of ${needed}`, comment: 'Progress: 3 of 10' })
  }
  return (
    <div className="panel grid gap-4 px-5 py-4">
      <h3 className="text-lg">
        <Trans>
          Next tier: <Translated text={TIER_LABELS[next.tier]} />
        </Trans>
      </h3>
      <div className="grid items-end gap-x-8 gap-y-4 md:auto-cols-fr md:grid-flow-col">
        {next.needsRehearsal && (
          <ProgressBar
            label={<Trans>Rehearsal</Trans>}
            text={own.hasRehearsed ? t`Passed` : t`Not passed yet`}
            value={own.hasRehearsed ? 1 : 0}
            max={1}
          />
        )}
        {next.needsRehearsal && (
          <Link to={paths.rehearsals} className={`${buttonClass('accent')} justify-self-start`}>
            <Trans>Go to the rehearsal</Trans>
          </Link>
        )}
        {next.accountDays > 0 && (
          <ProgressBar
            label={<Trans>Account age in days</Trans>}
            text={outOf(own.accountDays, next.accountDays)}
            value={own.accountDays}
            max={next.accountDays}
          />
        )}
        {next.completedTrades > 0 && (
          <ProgressBar
            label={<Trans>Completed trades on your record</Trans>}
            text={outOf(own.completedTrades, next.completedTrades)}
            value={own.completedTrades}
            max={next.completedTrades}
          />
        )}
        {next.partners > 0 && (
          <ProgressBar
            label={<Trans>Different traders</Trans>}
            text={outOf(own.partners, next.partners)}
            value={own.partners}
            max={next.partners}
          />
        )}
      </div>
    </div>
  )
}

type UsedProps = { own: Limits; risk: PaymentRisk } & Pick<TiersAnswer, 'methods'>

function Used({ own, risk, methods }: UsedProps) {
  const { t } = useLingui()
  const { fiat } = useFormats()
  const limits = own.limits.find((each) => each.risk === risk)
  const use = own.use.find((each) => each.risk === risk)
  if (!limits || !use) return null
  const bar = (used: string, limit: string) => {
    const [part, whole] = [fiat(used, '').trim(), fiat(limit, 'USDT')]
    return {
      text: t({ message: `${part} of ${whole}`, comment: 'Progress: 3.00 of 10.00 USDT' }),
      value: Number(used),
      max: Number(limit),
    }
  }
  return (
    <section className="panel grid grid-rows-[1fr] gap-4 px-5 py-4">
      <div>
        <h3 className="text-lg">
          <Translated text={PAYMENT_RISK_LABELS[risk]} />
        </h3>
        <div className="mt-2">
          <RiskMethods risk={risk} methods={methods} />
        </div>
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <Trans>Limit per trade</Trans>
        </span>
        <span className="num font-semibold">{fiat(limits.tradeUsdt, 'USDT')}</span>
      </p>
      <ProgressBar label={<Trans>In open trades</Trans>} {...bar(use.openUsdt, limits.openUsdt)} />
      <ProgressBar label={<Trans>In the last 24 hours</Trans>} {...bar(use.dayUsdt, limits.dayUsdt)} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
        <span>
          <Trans>You can open a trade of up to</Trans>
        </span>
        <span className="num font-semibold">{fiat(use.availableUsdt, 'USDT')}</span>
      </p>
    </section>
  )
}
