import { Trans, useLingui } from '@lingui/react/macro'

/** Says that a search stopped before it had read every offer; the button below it continues. Nothing for other pages. */
export function SearchNote({ searched }: { searched: number | null | undefined }) {
  const { i18n } = useLingui()
  if (searched === null || searched === undefined) return null
  const count = i18n.number(searched)
  return (
    <p role="note" className="mt-3 text-sm text-muted">
      <Trans>
        The search stopped after {count} offers. Add a filter to narrow it, or continue with the button below.
      </Trans>
    </p>
  )
}
