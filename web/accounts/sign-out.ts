import { useMutation } from '@tanstack/react-query'
import { call, errorText } from '../client.ts'
import { useHref } from 'react-router'
import { language } from '../layout/language.ts'
import { numerals } from '../layout/numerals.ts'
import { theme } from '../layout/theme.ts'
import { paths } from '../paths.ts'
import { useToast } from '../ui/Toast.tsx'

/** Ends the session and returns home (spec-coverage 2). Shows a failure, because the session is then still open. */
export function useSignOut(): () => void {
  const { warn } = useToast()
  const home = useHref(paths.home)
  const { mutate } = useMutation({
    async mutationFn() {
      await keepingReadersChoices(() => call('signOut', { body: {} }))
    },
    // A fresh load, so that nothing of the person who left stays in this page's memory.
    onSuccess: () => location.assign(home),
    onError: (error) => warn(errorText(error)),
  })
  return () => mutate()
}

/** Makes a call whose answer empties the browser's storage; how one reads is no secret of the account's. */
export async function keepingReadersChoices<Answer>(leave: () => Promise<Answer>): Promise<Answer> {
  const held = [language.hold(), numerals.hold(), theme.hold()]
  const answer = await leave()
  for (const restore of held) restore()
  return answer
}
