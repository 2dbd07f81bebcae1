import { useSearchParams } from 'react-router'
import { CALLBACK_ERRORS, type CallbackError } from '../../../domain/accounts/identities.ts'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'

/** The refusal code of a failed authorization request, from the address; null without one. */
export function useCallbackError(): CallbackError | null {
  const [search] = useSearchParams()
  const isInBrowser = useHydrated()
  const code = search.get('problem')
  if (code === null || !isInBrowser) return null
  // Unknown codes are ignored.
  return CALLBACK_ERRORS.find((each) => each === code) ?? 'internal'
}
