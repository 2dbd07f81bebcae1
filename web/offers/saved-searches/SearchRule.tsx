import { Plural, Trans } from '@lingui/react/macro'
import { LIMITS } from '../../../domain/limits.ts'

/** When a saved search notifies its user, the same text on the page and in the form. */
export function SearchRule() {
  return (
    <Trans>
      We notify you when a matching offer that you can take becomes available: once a day per offer, up to{' '}
      <Plural value={LIMITS.search_matches_by_trader_per_day} one="# time" other="# times" /> a day for the offers of
      one trader, and up to <Plural value={LIMITS.search_matches_per_day} one="# time" other="# times" /> a day
      altogether. Only you see your searches.
    </Trans>
  )
}
