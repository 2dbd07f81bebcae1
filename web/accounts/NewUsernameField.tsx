import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usernameError } from '../../domain/accounts.ts'
import { SuccessHint } from '../ui/SuccessHint.tsx'
import { TextField } from '../ui/fields/TextField.tsx'

/**
 * The username of a new account. While the user types, the hint confirms the format only: whether the name is free is for the
 * server to say when the form is sent. `isRefused`: the server has refused the name.
 */
export function NewUsernameField({ isRefused }: { isRefused: boolean }) {
  const { t } = useLingui()
  const [username, setUsername] = useState('')
  const isValid = usernameError(username) === null && !isRefused
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
        isValid ? (
          <SuccessHint>{t`Valid format`}</SuccessHint>
        ) : (
          t`3 to 20 letters, numbers and underscores. Visible to everyone.`
        )
      }
    />
  )
}
