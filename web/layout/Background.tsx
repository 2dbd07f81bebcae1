import { FocusKeeper } from './FocusKeeper.tsx'
import { LanguageOffer } from './preferences/LanguageOffer.tsx'
import { Prefetcher } from './prefetch/Prefetcher.tsx'

/** What every page needs only after it is shown. */
export function Background() {
  return (
    <>
      <FocusKeeper />
      <Prefetcher />
      <LanguageOffer />
    </>
  )
}
