import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { suggestUsername } from '../../domain/api/accounts/accounts.ts'
import { usernameError, USERNAME_MAX, USERNAME_MIN } from '../../domain/accounts/usernames.ts'
import { READINGS } from '../../domain/reading/readings.ts'
import { call } from '../client.ts'
import { SuccessHint } from '../ui/notices/SuccessHint.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

const NAME = 'username'

/**
 * The username of a new account, which begins with a free one that the server suggests. While the user types, the hint confirms
 * the format only: whether the name is free is for the server to say when the form is sent. `isRefused`: the server has refused
 * the name.
 */
export function NewUsernameField({ isRefused }: { isRefused: boolean }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string>()
  const suggestion = useSuggestion(typed === undefined)
  const username = typed ?? suggestion ?? ''
  const isValid = usernameError(READINGS.username(username)) === null && !isRefused
  const valid = typed === undefined ? t`Suggested, and visible to everyone. You can change it.` : t`Valid format`
  return (
    <TextField
      name={NAME}
      label={t`Username`}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      value={username}
      onValueChange={setTyped}
      hint={
        isValid ? (
          <SuccessHint>{valid}</SuccessHint>
        ) : (
          t`${USERNAME_MIN} to ${USERNAME_MAX} letters, numbers and underscores. Visible to everyone.`
        )
      }
    />
  )
}

/** '' where it arrives while the field has the focus: the user is about to type. */
function useSuggestion(isWanted: boolean): string | undefined {
  const { data } = useQuery({
    queryKey: ['suggested-username'],
    queryFn: async ({ signal }) => {
      const { username } = await call(suggestUsername, {}, { signal })
      const { activeElement } = document
      const isFocused = activeElement instanceof HTMLInputElement && activeElement.name === NAME
      return isFocused ? '' : username
    },
    staleTime: Infinity,
    retry: false,
    enabled: isWanted,
  })
  return data
}
