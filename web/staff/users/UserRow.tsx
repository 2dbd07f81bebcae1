import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FoundUser } from '../../../domain/api/staff/staff.ts'
import { useSession } from '../../session/session.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { EndSessions } from './EndSessions.tsx'

/** One user in a list; the name leads to the user's page. */
export function UserRow({ user }: { user: FoundUser }) {
  const { t } = useLingui()
  const { user: me } = useSession()
  const { username, openSessions } = user
  const since = useDates().date(user.memberSince)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 md:px-5">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <Link to={paths.staffUser(user.id)} className="underline underline-offset-4">
            <bdi>{username}</bdi>
          </Link>
          <UserBadges user={user} />
        </p>
        <p className="num text-sm text-muted">
          <Trans>Trader since {since}</Trans>
          {' · '}
          {t`${plural(openSessions, { 0: 'no active sessions', one: '# active session', other: '# active sessions' })}`}
        </p>
      </div>
      {me?.id === user.id && (
        <Badge>
          <Trans>This is you</Trans>
        </Badge>
      )}
    </li>
  )
}

export function UserBadges({ user }: { user: FoundUser }) {
  return (
    <>
      {user.suspendedAt !== null && (
        <Badge tone="sell">
          <Trans>Suspended</Trans>
        </Badge>
      )}
      {user.isVerified ? (
        <Badge tone="buy">
          <Trans>Email confirmed</Trans>
        </Badge>
      ) : (
        <Badge>
          <Trans>Email not confirmed</Trans>
        </Badge>
      )}
      {user.hasSecondFactor && (
        <Badge tone="buy">
          <Trans>Two-factor authentication</Trans>
        </Badge>
      )}
    </>
  )
}

export function EndButton({ user: { id, username } }: { user: Pick<FoundUser, 'id' | 'username'> }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="danger"
        size="row"
        aria-label={t`End all sessions of ${username}`}
        onClick={() => setIsOpen(true)}
      >
        <Trans>End all sessions</Trans>
      </Button>
      <Dialog
        isOpen={isOpen}
        startsInField
        onClose={() => setIsOpen(false)}
        title={
          <Trans>
            End all sessions of <bdi>{username}</bdi>?
          </Trans>
        }
        description={
          <Trans>
            They’ll be signed out of every device and notified by email, without your reason. Their API keys keep
            working.
          </Trans>
        }
      >
        <EndSessions userId={id} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
