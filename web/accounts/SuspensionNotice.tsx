import { Trans } from '@lingui/react/macro'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'

/** On the pages of a suspended user: what is refused, why, and whom to write to. */
export function SuspensionNotice({ className = '' }: { className?: string }) {
  const suspension = useSession().user?.suspension
  if (!suspension) return null
  return (
    <section className={`panel grid gap-2 border-sell px-5 py-4 ${className}`}>
      <h2 className="text-lg">
        <Trans>Your account is suspended</Trans>
      </h2>
      <p dir="auto" className="w-fit max-w-[70ch] whitespace-pre-wrap [overflow-wrap:anywhere]">
        {suspension.reason}
      </p>
      <p className="max-w-[70ch] text-muted">
        <Trans>
          You can finish your open trades, but you can’t open new ones, your offers are off the market, and your API
          keys don’t work. If this is a mistake,{' '}
          <Link to={paths.contact} className="underline underline-offset-4">
            write to us
          </Link>
          .
        </Trans>
      </p>
    </section>
  )
}
