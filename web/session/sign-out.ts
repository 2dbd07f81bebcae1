import { useMutation } from '@tanstack/react-query'
import { useHref } from 'react-router'
import { signOut } from '../../domain/api/accounts/sessions.ts'
import { call, errorText } from '../client.ts'
import type { ChoiceKey } from './choice.ts'
import { paths } from '../paths.ts'
import { removeDrafts } from './text-draft.ts'
import { useToast } from '../ui/notices/Toast.tsx'

const KEPT: Record<ChoiceKey, true> = {
  language: true,
  'language-offer': true,
  numerals: true,
  theme: true,
  'trade-sound': true,
  shortcuts: true,
  account: true,
}

/** Ends the session and returns home (spec-coverage 2). Shows a failure, because the session is then still open. */
export function useSignOut(): () => void {
  const { warn } = useToast()
  const home = useHref(paths.home)
  const { mutate } = useMutation({
    async mutationFn() {
      await keepDisplaySettings(() => call(signOut, { body: {} }))
    },
    // A full page load, so that no data of the user stays in memory.
    onSuccess: () => location.assign(home),
    onError: (error) => warn(errorText(error)),
  })
  return () => mutate()
}

/** Calls an endpoint that clears the browser's storage, and keeps the display settings, which are not private. */
export async function keepDisplaySettings<Answer>(leave: () => Promise<Answer>): Promise<Answer> {
  const held = readKept()
  const answer = await leave()
  // Over plain http no answer clears them.
  removeDrafts()
  for (const [key, value] of held) if (value !== null) localStorage.setItem(key, value)
  return answer
}

function readKept(): (readonly [string, string | null])[] {
  try {
    return Object.keys(KEPT).map((key) => [key, localStorage.getItem(key)])
  } catch {
    // Without storage there is nothing to keep.
    return []
  }
}
