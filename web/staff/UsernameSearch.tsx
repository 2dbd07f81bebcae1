import { useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import { nameStartSchema } from '../../domain/staff/staff-forms.ts'
import { useTyped } from '../ui/fields/use-typed.ts'
import { TextField } from '../ui/fields/TextField.tsx'

type Props = { name: string; hint: string; value: string; onValueChange: (username: string) => void }

/** A search field for a username or its beginning; says why one that is typed cannot be searched for. */
export function UsernameSearch({ name, hint, value, onValueChange }: Props) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useTyped(value, onValueChange)
  const problem = z.safeParse(nameStartSchema, { username: value }).error?.issues[0]?.message
  return (
    <TextField
      name={name}
      type="search"
      label={t`Username`}
      hint={hint}
      error={problem === undefined ? undefined : i18n._(problem)}
      value={typed}
      onValueChange={setTyped}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="max-w-[28rem]"
    />
  )
}

/** The name to ask the server for: empty while it is not a valid beginning. */
export function searchableName(username: string): string {
  return z.safeParse(nameStartSchema, { username }).data?.username ?? ''
}
