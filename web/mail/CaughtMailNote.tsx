import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useMailIsCaught } from './queries.ts'

/** Stands where somebody is told to look into their mail: in a demonstration none arrives, and here is where it is. */
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
