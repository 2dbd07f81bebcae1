import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { switchCurrencyOff, switchCurrencyOn } from '../../../domain/api/offers/currencies.ts'
import type { StaffCurrency } from '../../../domain/api/offers/currencies.ts'
import { useDates } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useCommand } from '../../use-command.ts'
import { EditCurrencyNotice } from './EditCurrencyNotice.tsx'
import { RateReadings } from './RateReadings.tsx'
import { SetRate } from './SetRate.tsx'
import { ReasonDialog, ReasonText } from '../ReasonDialog.tsx'
import { useStaffCurrencies, useStaffRates } from '../queries.ts'
import { RetryNote } from '../../RetryNote.tsx'
import { Loaded } from '../../Loaded.tsx'

/** Each currency with its switch, its legal notice, and its reference rate with the sources. */
export function CurrenciesTab() {
  const { t } = useLingui()
  const rates = useStaffRates()
  return (
    <div className="grid grid-cols-1 gap-4">
      <RetryNote query={rates} />
      <Loaded query={useStaffCurrencies()} rows={3}>
        {({ currencies }) => (
          <ul aria-label={t`Currencies`} className="panel divide-y divide-line">
            {currencies.map((currency) => (
              <Row key={currency.fiatCurrency} currency={currency} />
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

function Row({ currency }: { currency: StaffCurrency }) {
  const { fiatCurrency, switchedOff } = currency
  const rate = useStaffRates().data?.rates.find((each) => each.fiatCurrency === fiatCurrency)
  const dates = useDates()
  const at = switchedOff && dates.moment(switchedOff.at)
  const by = switchedOff?.by
  return (
    <li className="grid grid-cols-1 items-center gap-x-6 gap-y-3 px-4 py-5 md:grid-cols-[1fr_auto] md:px-5">
      <div className="grid gap-2">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          <bdi dir="ltr">{fiatCurrency}</bdi>
          {switchedOff ? (
            <Badge tone="sell">
              <Trans>Switched off</Trans>
            </Badge>
          ) : (
            <Badge tone="buy">
              <Trans>Available</Trans>
            </Badge>
          )}
        </h2>
        <Concerned currency={currency} />
        {switchedOff && (
          <div>
            <p className="num text-sm text-muted">
              <Trans>
                Switched off {at} by <bdi>{by}</bdi>
              </Trans>
            </p>
            <ReasonText>{switchedOff.reason}</ReasonText>
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Switch currency={currency} />
        <EditCurrencyNotice currency={currency} />
        {rate?.isManual && <SetRate rate={rate} />}
      </div>
      <div className="min-h-5 md:col-span-2">{rate && <RateReadings rate={rate} />}</div>
    </li>
  )
}

/** What a switch concerns. */
function Concerned({ currency: { openOffers, openTrades } }: { currency: StaffCurrency }) {
  return (
    <span className="num block text-sm text-muted">
      <Plural value={openOffers} one="# active offer" other="# active offers" /> ·{' '}
      <Plural value={openTrades} one="# open trade" other="# open trades" />
    </span>
  )
}

function Switch({ currency }: { currency: StaffCurrency }) {
  const { t } = useLingui()
  const off = useCommand(switchCurrencyOff)
  const on = useCommand(switchCurrencyOn)
  const { fiatCurrency } = currency
  const params = { fiatCurrency }
  const hint = t`For the audit log: users don’t read it.`
  if (currency.switchedOff) {
    return (
      <ReasonDialog
        action={t`Switch on`}
        name={t`Switch ${fiatCurrency} on`}
        variant="accent"
        title={<Trans>Switch {fiatCurrency} on</Trans>}
        description={
          <>
            <Trans>The active offers return to the market, and their owners are notified.</Trans>{' '}
            <Concerned currency={currency} />
          </>
        }
        doneText={t`${fiatCurrency} is available again`}
        hint={hint}
        act={(reason) => on.mutateAsync({ params, body: { reason } })}
      />
    )
  }
  return (
    <ReasonDialog
      action={t`Switch off`}
      name={t`Switch ${fiatCurrency} off`}
      variant="danger"
      title={<Trans>Switch {fiatCurrency} off</Trans>}
      description={
        <>
          <Trans>
            The offers leave the market, new trades and offers are refused, and the owners are notified. Open trades
            continue.
          </Trans>{' '}
          <Concerned currency={currency} />
        </>
      }
      doneText={t`${fiatCurrency} is switched off`}
      hint={hint}
      act={(reason) => off.mutateAsync({ params, body: { reason } })}
    />
  )
}
