/** What the address brings back from another service: told once on the Security tab, then the address is a plain one again. */
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { IDENTITY_KINDS, type ReturnProblem } from '../../domain/identities.ts'
import { useToast } from '../ui/Toast.tsx'
import { useKindWords } from './kind-words.ts'
import { useReturnProblem } from './return-problem.ts'

/** Says what was linked. */
export function useLinkedTold(): void {
  const { t } = useLingui()
  const { tell } = useToast()
  const wordOf = useKindWords()
  const [search] = useSearchParams()
  const takeOut = useTakeOut()
  const kind = IDENTITY_KINDS.find((each) => each === search.get('linked'))
  const name = kind === undefined ? null : wordOf(kind)
  useEffect(() => {
    if (name === null) return
    tell(t`${name} is linked`)
    takeOut('linked')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [name])
}

/** Why nothing was linked, until it is forgotten. */
export function useToldProblem(): { problem: ReturnProblem | null; forget: () => void } {
  const returned = useReturnProblem()
  const takeOut = useTakeOut()
  const [problem, setProblem] = useState<ReturnProblem | null>(null)
  useEffect(() => {
    if (returned === null) return
    setProblem(returned)
    takeOut('problem')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [returned])
  return { problem, forget: () => setProblem(null) }
}

function useTakeOut(): (name: string) => void {
  const [, setSearch] = useSearchParams()
  return (name) =>
    setSearch(
      (before) => {
        before.delete(name)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
}
