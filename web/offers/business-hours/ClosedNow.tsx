import { Trans, useLingui } from '@lingui/react/macro'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'
import { openingText } from './opening-text.ts'

/** That an offer is closed by its owner's business hours, and when it opens in the reader's time zone. */
export function ClosedNow({ opensAt }: { opensAt: string }) {
  const { i18n } = useLingui()
  // The server does not know the reader's time zone.
  const isHydrated = useHydrated()
  if (!isHydrated) return <Trans>Closed now</Trans>
  const time = <time dateTime={opensAt}>{openingText(opensAt, i18n.locales)}</time>
  return <Trans>Closed now · opens {time}</Trans>
}
