import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { nameStartSchema } from '../../domain/staff.ts'
import { useTyped } from '../market/use-typed.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { PagedList } from './PagedList.tsx'
import { UserRow } from './UserRow.tsx'
import { useFoundUsers } from './queries.ts'

type Show = 'all' | 'suspended'

/** Finds users by the beginning of their username, and lists the suspended ones. */
export function UsersTab() {
  const { t, i18n } = useLingui()
  const [show, setShow] = useState<Show>('all')
  const [wanted, setWanted] = useState('')
  const [typed, setTyped] = useTyped(wanted, setWanted)
  const checked = z.safeParse(nameStartSchema, { username: wanted })
  const problem = checked.error?.issues[0]?.message
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label={t`Users`}
        labelHidden
        options={[
          { value: 'all', label: t`Search` },
          { value: 'suspended', label: t`Suspended` },
        ]}
        value={show}
        onValueChange={setShow}
        className="w-full max-w-[22rem]"
      />
      {show === 'all' && (
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
      )}
      <Found show={show} username={show === 'all' ? (checked.data?.username ?? '') : ''} />
    </div>
  )
}

function Found({ show, username }: { show: Show; username: string }) {
  const { t } = useLingui()
  const query = useFoundUsers(show, username)
  if (show === 'all' && username === '') return null
  return (
    <PagedList
      query={query}
      rows={query.data?.pages.flatMap(({ users }) => users)}
      label={t`Users`}
      loading={t`Loading users…`}
      empty={
        <EmptyState title={show === 'all' ? <Trans>No users found</Trans> : <Trans>No user is suspended</Trans>} />
      }
    >
      {(user) => <UserRow key={user.id} user={user} />}
    </PagedList>
  )
}
