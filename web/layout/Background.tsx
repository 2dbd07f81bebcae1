import { FocusKeeper } from './FocusKeeper.tsx'
import { Prefetcher } from './prefetch/Prefetcher.tsx'

/** What every page needs only after its first press or hover. */
export function Background() {
  return (
    <>
      <FocusKeeper />
      <Prefetcher />
    </>
  )
}
