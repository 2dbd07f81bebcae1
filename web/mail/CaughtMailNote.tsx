import { Link } from '../layout/Link.tsx'
import { Trans } from '@lingui/react/macro'
import { paths } from '../paths.ts'
import { useMailIsCaught } from './queries.ts'

/** Shown where a user is asked to check their mailbox: in demonstration mode the email is at /dev/mail instead. */
export function CaughtMailNote({ to, className = '' }: { to?: string; className?: string }) {
  const { data: isCaught } = useMailIsCaught()
  if (!isCaught) return null
  return (
    <p className={`rounded-control border border-line bg-raised px-4 py-3 ${className}`}>
      <Trans>
        Emails aren’t sent in this test environment.{' '}
        <Link to={paths.caughtMail(to)} className="text-ink underline underline-offset-4">
          Read them here
        </Link>
        .
      </Trans>
    </p>
  )
}
