import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { paths } from '../paths.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { accountKnown } from './account-known.ts'
import { plannedTrade } from './planned-trade.ts'
import { useSession, type SessionState } from './session.ts'

/** Whether the user was signed in when the page was opened, and no longer is. */
export function useHasEnded({ status }: Pick<SessionState, 'status'>): boolean {
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (!wasSignedIn && status === 'signed-in') setWasSignedIn(true)
  return wasSignedIn && status === 'signed-out'
}

/**
 * Content for signed-in users. A visitor is sent to sign in, or to sign up for a first trade, and returns here afterwards; a user
 * whose session ends while the page is open is sent to sign in, and reads there that it has.
 */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const { t } = useLingui()
  const { pathname, search, hash } = useLocation()
  const session = useSession()
  const hasEnded = useHasEnded(session)
  if (session.status === 'signed-in') return children(session.user)
  if (session.status === 'signed-out') {
    const next = pathname + search + hash
    const isNew = !hasEnded && accountKnown.read() === 'no' && plannedTrade(next) !== null
    return <Navigate to={isNew ? paths.registerThen(next) : paths.loginThen(next)} state={{ hasEnded }} replace />
  }
  if (session.status === 'failed') {
    return (
      <div className="wrap py-14">
        <ErrorNote onRetry={session.retry}>{t`We couldn’t reach the server.`}</ErrorNote>
      </div>
    )
  }
  return (
    <div className="wrap py-14">
      <SkeletonRows rows={4} label={t`Loading…`} />
    </div>
  )
}
