/** The result of an authorization request, read from the address: shown once on the Security tab, then removed from it. */
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CallbackError } from '../../../domain/accounts/identities.ts'
import { IDENTITY_KINDS } from '../../../domain/accounts/sign-in-methods.ts'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useProviderTexts } from './provider-texts.ts'
import { useCallbackError } from './callback-error.ts'

/** Shows which identity was linked. */
export function useLinkedNotice(): void {
  const { t } = useLingui()
  const { notify } = useToast()
  const wordOf = useProviderTexts()
  const [search] = useSearchParams()
  const takeOut = useTakeOut()
  const kind = IDENTITY_KINDS.find((each) => each === search.get('linked'))
  const name = kind === undefined ? null : wordOf(kind)
  useEffect(() => {
    if (name === null) return
    notify(t`${name} is linked`)
    takeOut('linked')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [name])
}

/** Why nothing was linked, until it is dismissed. */
export function useCallbackErrorNotice(): { problem: CallbackError | null; dismiss: () => void } {
  const returned = useCallbackError()
  const takeOut = useTakeOut()
  const [problem, setProblem] = useState<CallbackError | null>(null)
  useEffect(() => {
    if (returned === null) return
    setProblem(returned)
    takeOut('problem')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [returned])
  return { problem, dismiss: () => setProblem(null) }
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
