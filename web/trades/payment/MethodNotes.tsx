import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import type { Rail } from '../../../domain/payments/rails/rail.ts'
import { Translated } from '../../ui/Translated.tsx'

type Props = { trade: Pick<Trade, 'paymentMethod' | 'role'>; className?: string }

/** What the reader’s side has to know about payments by the method, with the hours of its banks. */
export function MethodNotes({ trade: { paymentMethod, role }, className = '' }: Props) {
  const { notes, rail } = METHODS[paymentMethod]
  return (
    <ul className={`list-disc space-y-1 ps-5 text-sm text-muted ${className}`}>
      {notes[role].map((note) => (
        <li key={note}>
          <Translated text={note} />
        </li>
      ))}
      {rail && (
        <li>
          <Hours calendar={rail.calendar} />
        </li>
      )}
    </ul>
  )
}

function Hours({ calendar: { cutOffHour, timeZone } }: { calendar: Rail }) {
  const { i18n } = useLingui()
  const zone = new Intl.DateTimeFormat(i18n.locales, { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value
  const time = <bdi>{timeOf(cutOffHour, i18n.locales)}</bdi>
  return (
    <Trans>
      Banks book it on their working days. What is paid after {time} ({zone}) counts from the next one; some banks stop
      earlier or later.
    </Trans>
  )
}

function timeOf(hour: number, locales: Intl.LocalesArgument): string {
  const format = new Intl.DateTimeFormat(locales, { timeStyle: 'short', hourCycle: 'h23', timeZone: 'UTC' })
  return format.format(Date.UTC(1970, 0, 1, hour))
}
