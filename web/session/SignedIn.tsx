import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { User } from '../../domain/api/accounts/sessions.ts'
import { paths } from '../paths.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { useSession, type SessionState } from './session.ts'

/** Whether the user was signed in when the page was opened, and no longer is. */
export function useHasEnded({ status }: Pick<SessionState, 'status'>): boolean {
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (!wasSignedIn && status === 'signed-in') setWasSignedIn(true)
  return wasSignedIn && status === 'signed-out'
}

/**
 * Content for signed-in users. A visitor is sent to sign in, and returns here afterwards; so is a user whose session ends while the
 * page is open, and reads there that it has.
 */
export function SignedIn({ children }: { children: (user: User) => ReactNode }) {
  const { t } = useLingui()
  const { pathname, search, hash } = useLocation()
  const session = useSession()
  const hasEnded = useHasEnded(session)
  if (session.status === 'signed-in') return children(session.user)
  if (session.status === 'signed-out') {
    return <Navigate to={paths.loginThen(pathname + search + hash)} state={{ hasEnded }} replace />
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
