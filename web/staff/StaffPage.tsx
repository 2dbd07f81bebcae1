import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { StaffRole } from '../../domain/staff/staff-roles.ts'
import { useSession } from '../session/session.ts'
import { useFactors } from '../accounts/factors/queries.ts'
import { NotFound } from '../layout/NotFound.tsx'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { Loaded } from '../Loaded.tsx'

type Props = {
  /** The role that the page is for. */
  requires: StaffRole
  title: string
  /** Whom or what the page is about, for the title of the window: a name or a reference. */
  about?: string | undefined
  /** Shown above the title, for example a back link. */
  above?: ReactNode
  children: ReactNode
}

/** A page for users with a staff role. Other users get the 404 page. */
export function StaffPage({ requires, title, about, above, children }: Props) {
  const { t } = useLingui()
  const session = useSession()
  if (session.status === 'signed-out' || session.user?.roles.includes(requires) === false) return <NotFound />
  return (
    <div className="wrap py-8 md:py-12">
      {/* U+2068 and U+2069 isolate a name, as `<bdi>` does. */}
      <PageTitle title={about === undefined ? title : `\u2068${about}\u2069 · ${title}`} />
      {above}
      <h1 className="title mb-4">{title}</h1>
      {session.status === 'loading' && <SkeletonRows rows={4} label={t`Loading…`} />}
      {session.status === 'failed' && <ErrorNote onRetry={session.retry}>{t`We couldn’t reach the server.`}</ErrorNote>}
      {session.status === 'signed-in' && <WithFactor>{children}</WithFactor>}
    </div>
  )
}

/** Without a second factor every call would be refused, so the page explains how to add one. */
function WithFactor({ children }: { children: ReactNode }) {
  return (
    <Loaded query={useFactors()} rows={4} hidesLaterErrors>
      {({ totpSince, passkeys }) => (totpSince === null && passkeys.length === 0 ? <FactorFirst /> : children)}
    </Loaded>
  )
}

function FactorFirst() {
  return (
    <EmptyState
      title={<Trans>Turn on two-factor authentication first</Trans>}
      action={
        <Link to={paths.settingsTab('security')} className={buttonClass('accent')}>
          <Trans>Open the security settings</Trans>
        </Link>
      }
    >
      <Trans>This page needs an authenticator app or a passkey.</Trans>
    </EmptyState>
  )
}
