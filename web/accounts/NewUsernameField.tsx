import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usernameError } from '../../domain/accounts.ts'
import { SuccessHint } from '../ui/SuccessHint.tsx'
import { TextField } from '../ui/TextField.tsx'

/** The name somebody joins with; it says as they type when the name is one that can be. `isRefused`: the server has said no. */
export function NewUsernameField({ isRefused }: { isRefused: boolean }) {
  const { t } = useLingui()
  const [username, setUsername] = useState('')
  const isGood = usernameError(username) === null && !isRefused
  return (
    <TextField
      name="username"
      label={t`Username`}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      value={username}
      onValueChange={setUsername}
      hint={
        isGood ? (
          <SuccessHint>{t`Valid format`}</SuccessHint>
        ) : (
          t`3 to 20 letters, numbers and underscores. Everyone sees it.`
        )
      }
    />
  )
}
