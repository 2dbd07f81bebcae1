import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { PagedList } from '../../PagedList.tsx'
import { UserRow } from './UserRow.tsx'
import { UsernameSearch, searchableName } from '../UsernameSearch.tsx'
import { useFoundUsers } from '../queries.ts'
import { useAddressChoice, useAddressText } from '../use-address-filter.ts'

type Show = 'all' | 'suspended'

/** Finds users by the beginning of their username, and lists the newest and the suspended ones. */
export function UsersTab() {
  const { t } = useLingui()
  const [show, setShow] = useAddressChoice<Show>('show', ['all', 'suspended'])
  const [wanted, setWanted] = useAddressText('username')
  const name = searchableName(wanted)
  return (
    <div className="grid grid-cols-1 gap-4">
      <SegmentedControl
        label={t`Users`}
        labelHidden
        options={[
          { value: 'all', label: t`Search` },
          { value: 'suspended', label: t({ message: 'Suspended', context: 'users' }) },
        ]}
        value={show}
        onValueChange={setShow}
        className="w-full sm:max-w-[22rem]"
      />
      {show === 'all' && (
        <UsernameSearch
          name="username"
          hint={t`The full username or its beginning`}
          value={wanted}
          onValueChange={setWanted}
        />
      )}
      {show === 'suspended' && <Found show={show} username="" />}
      {show === 'all' && wanted === '' && (
        <h2 className="text-lg">
          <Trans>Newest users</Trans>
        </h2>
      )}
      {show === 'all' && (wanted === '' || name !== '') && <Found show={show} username={name} />}
    </div>
  )
}

function Found({ show, username }: { show: Show; username: string }) {
  const { t } = useLingui()
  const query = useFoundUsers(show, username)
  const isNewest = show === 'all' && username === ''
  return (
    <PagedList
      query={query}
      label={isNewest ? t`Newest users` : t`Users`}
      loading={t`Loading users…`}
      empty={
        <EmptyState title={show === 'all' ? <Trans>No users found</Trans> : <Trans>No user is suspended</Trans>} />
      }
    >
      {(user) => <UserRow key={user.id} user={user} />}
    </PagedList>
  )
}
