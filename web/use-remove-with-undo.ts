import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from './client.ts'
import { useToast } from './ui/notices/Toast.tsx'

type Removal = {
  remove: () => Promise<unknown>
  /** Creates it again, as the toast offers. */
  restore: () => Promise<unknown>
  /** Reads the list again after either. */
  readAgain: () => void
  /** What the toast says. */
  done: string
}

/** Removes without asking first: the toast offers to undo it. */
export function useRemoveWithUndo({ remove, restore, readAgain, done }: Removal) {
  const { t } = useLingui()
  const { notify, warn } = useToast()
  const [isPending, setIsPending] = useState(false)
  const fail = (thrown: unknown) => warn(errorText(thrown))

  async function removeIt() {
    setIsPending(true)
    try {
      await remove()
    } catch (thrown) {
      return fail(thrown)
    } finally {
      setIsPending(false)
    }
    readAgain()
    notify(done, { label: t`Undo`, onPress: () => void restore().then(readAgain, fail) })
  }

  return { isPending, removeIt: () => void removeIt() }
}
