import { useSearchParams } from 'react-router'
import { CALLBACK_ERRORS, type CallbackError } from '../../domain/identities.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The code of the refusal that the way through another service ended with, out of the address; null without one. */
export function useCallbackError(): CallbackError | null {
  const [search] = useSearchParams()
  const isInBrowser = useHydrated()
  const code = search.get('problem')
  if (code === null || !isInBrowser) return null
  // An unknown code in the address is not shown.
  return CALLBACK_ERRORS.find((each) => each === code) ?? 'internal'
}
