import { Trans, useLingui } from '@lingui/react/macro'

/** "Last updated 21 November 2026", the same day in every time zone. `date` is "2026-11-21". */
export function UpdatedOn({ date }: { date: string }) {
  const { i18n } = useLingui()
  const text = new Intl.DateTimeFormat(i18n.locales, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return (
    <p className="text-sm text-muted">
      <Trans>
        Last updated <time dateTime={date}>{text}</time>
      </Trans>
    </p>
  )
}
