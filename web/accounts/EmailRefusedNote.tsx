import { Plural, Trans } from '@lingui/react/macro'
import { RETRY_HOURS } from '../../domain/notifications/retries.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'

/** For a signed-in user whose mail server refuses emails for good: codes and news about trades do not arrive. */
export function EmailRefusedNote({ className = '' }: { className?: string }) {
  const { user } = useSession()
  if (!user?.emailRefusedAt) return null
  return (
    <section className={`panel grid gap-2 border-sell px-5 py-4 ${className}`}>
      <h2 className="text-lg">
        <Trans>Our emails to you are refused</Trans>
      </h2>
      <p className="max-w-[70ch]">
        <Trans>
          The email provider of <bdi className="font-semibold [overflow-wrap:anywhere]">{user.email}</bdi> does not
          accept our emails. You receive no codes and no emails about your trades.
        </Trans>
      </p>
      <p className="max-w-[70ch] text-muted">
        <Trans>
          <Link to={paths.settingsTab('security')} className="underline underline-offset-4">
            Change your email address
          </Link>
          , or check that the mailbox exists. Emails about trades are paused for{' '}
          <Plural value={RETRY_HOURS} one="# hour" other="# hours" />. The next code that you request is sent
          immediately.
        </Trans>
      </p>
    </section>
  )
}
