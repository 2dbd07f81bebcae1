import { useLingui } from '@lingui/react/macro'
import { dayOf } from '../dates.ts'

/** The day of the messages below, in the reader's time zone. */
export function DaySeparator({ moment, now }: { moment: string; now: number }) {
  const { t, i18n } = useLingui()
  const day = dayOf(Date.parse(moment))
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  const text =
    day === dayOf(now)
      ? t`Today`
      : day === dayOf(yesterday.getTime())
        ? t`Yesterday`
        : new Intl.DateTimeFormat(i18n.locales, DAY).format(new Date(moment))
  return (
    <li className="mx-auto my-1 rounded-full border border-line px-3 py-0.5 text-xs text-muted first:mt-0">{text}</li>
  )
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
