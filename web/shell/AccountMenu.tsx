import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { useSession } from '../session/session.ts'
import { useSignOut } from '../session/sign-out.ts'
import { withTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/dialogs/Menu.tsx'
import { Link } from '../layout/Link.tsx'
import { usePlaces } from '../layout/places/navigation.ts'

const TeamMenuItems = lazy(async () => {
  const { TeamMenuItems: items } = await withTexts('seldom', () => import('../accounts/teams/TeamMenuItems.tsx'))
  return { default: items }
})

/** The signed-in user's pages, and signing out. */
export function AccountMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const session = useSession()
  const { account } = usePlaces(session)
  const signOut = useSignOut()
  return (
    <Menu
      label={t`Account: ${user.username}`}
      className="ms-auto flex h-11 items-center gap-2.5 rounded-control px-2 font-semibold hover:bg-line/60"
      trigger={
        <>
          <Avatar name={user.username} picture={user.avatar} size={28} />
          <bdi className="max-w-20 truncate xl:max-w-24">{user.username}</bdi>
          <Icon of={ChevronDown} size={16} />
        </>
      }
    >
      {user.roles.includes('admin') && (
        <MenuLink link={<Link to={paths.admin} />}>
          <Trans>Administration</Trans>
        </MenuLink>
      )}
      {user.roles.includes('arbiter') && (
        <MenuLink link={<Link to={paths.desk} />}>
          <Trans>Arbiter’s desk</Trans>
        </MenuLink>
      )}
      {account.map(({ to, label }) => (
        <MenuLink key={to} link={<Link to={to} />}>
          {label}
        </MenuLink>
      ))}
      {!session.actingFor && (
        <Suspense>
          <TeamMenuItems />
        </Suspense>
      )}
      <MenuSeparator />
      <MenuItem onSelect={signOut}>
        <Trans>Sign out</Trans>
      </MenuItem>
    </Menu>
  )
}
