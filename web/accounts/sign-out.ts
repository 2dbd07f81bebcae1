import { useMutation } from '@tanstack/react-query'
import { useHref } from 'react-router'
import { signOut } from '../../domain/api.ts'
import { call, errorText } from '../client.ts'
import { language } from '../layout/preferences/language.ts'
import { numerals } from '../layout/preferences/numerals.ts'
import { shortcuts } from '../layout/preferences/shortcuts.ts'
import { theme } from '../layout/preferences/theme.ts'
import { paths } from '../paths.ts'
import { sound } from '../layout/preferences/sound.ts'
import { useToast } from '../ui/notices/Toast.tsx'

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
  const held = [language, numerals, theme, sound, shortcuts].map((setting) => setting.hold())
  const answer = await leave()
  for (const restore of held) restore()
  return answer
}
