import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { ERRORS } from '../../domain/errors.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { useInBrowser } from '../ui/use-in-browser.ts'

/** Why the way through another service ended here: it came back with the code of a refusal in the address. */
export function ProblemNote() {
  const { i18n } = useLingui()
  const [search] = useSearchParams()
  const isInBrowser = useInBrowser()
  const code = search.get('problem')
  if (code === null || !isInBrowser) return null
  // Whatever else somebody puts there is not repeated.
  const known = Object.entries(ERRORS).find(([name]) => name === code)?.[1] ?? ERRORS.internal
  return <ErrorNote>{i18n._(known.text)}</ErrorNote>
}
