import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { nameStartSchema } from '../../domain/staff.ts'
import { errorText } from '../client.ts'
import { useTyped } from '../market/use-typed.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { UserRow } from './UserRow.tsx'
import { useFoundPeople } from './queries.ts'

/** Finds users by the beginning of their username. */
export function UsersTab() {
  const { t, i18n } = useLingui()
  const [wanted, setWanted] = useState('')
  const [typed, setTyped] = useTyped(wanted, setWanted)
  const checked = z.safeParse(nameStartSchema, { username: wanted })
  const problem = checked.error?.issues[0]?.message
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        name="username"
        type="search"
        label={t`Username`}
        hint={t`The full username or its beginning`}
        error={problem === undefined ? undefined : i18n._(problem)}
        value={typed}
        onValueChange={setTyped}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="max-w-[28rem]"
      />
      <Found username={checked.data?.username ?? ''} />
    </div>
  )
}

function Found({ username }: { username: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useFoundPeople(username)
  if (username === '') return null
  return (
    <>
      <p role="status" className="min-h-6 text-sm text-muted">
        {data && data.length > 0 && t`${plural(data.length, { one: '# user', other: '# users' })}`}
      </p>
      {error && (
        <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
          {errorText(error)}
        </ErrorNote>
      )}
      {!data && !error && <SkeletonRows rows={2} label={t`Loading users…`} />}
      {data?.length === 0 && <EmptyState title={<Trans>No users found</Trans>} />}
      {data && data.length > 0 && (
        <ul aria-label={t`Users`} className="panel divide-y divide-line">
          {data.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
      )}
    </>
  )
}
