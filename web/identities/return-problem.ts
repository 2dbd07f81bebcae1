import { useSearchParams } from 'react-router'
import { RETURN_PROBLEMS, type ReturnProblem } from '../../domain/identities.ts'
import { useHydrated } from '../ui/use-hydrated.ts'

/** The code of the refusal that the way through another service ended with, out of the address; null without one. */
export function useReturnProblem(): ReturnProblem | null {
  const [search] = useSearchParams()
  const isInBrowser = useHydrated()
  const code = search.get('problem')
  if (code === null || !isInBrowser) return null
  // Whatever else somebody puts there is not repeated.
  return RETURN_PROBLEMS.find((each) => each === code) ?? 'internal'
}
