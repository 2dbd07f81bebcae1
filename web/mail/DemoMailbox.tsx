import { Trans, useLingui } from '@lingui/react/macro'
import type { CaughtMailHead } from '../../domain/api/mail.ts'
import { useDates } from '../dates.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/notices/Skeleton.tsx'
import { LinkedText } from './LinkedText.tsx'
import { useCaughtMail, useCaughtMails } from './queries.ts'
import { RetryNote } from '../RetryNote.tsx'

/** The code in the text of an email. */
const CODE = /(?<!\d)\d{6}(?!\d)/

export type DemoMailboxProps = {
  /** The address; its newest email is shown. */
  to: string
  /** Emails from before this step, whose codes are no longer valid. */
  earlier?: readonly string[] | undefined
  /** Enters the code of the email; left out: the email is shown in full. */
  onCode?: ((code: string) => void) | undefined
}

/** The mailbox of a demonstration, beside the step that waits for its email. */
export default function DemoMailbox({ to, earlier = [], onCode }: DemoMailboxProps) {
  const { t } = useLingui()
  const mails = useCaughtMails(to)
  const address = to.toLowerCase()
  // The list has the addresses that contain this one.
  const mail = mails.data?.find((each) => each.to === address && !earlier.includes(each.id))
  return (
    <section
      aria-label={t`Demo mailbox`}
      className="grid gap-2 rounded-control border border-dashed border-edge bg-raised px-4 py-3"
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
        <span className="flex items-center gap-2 font-semibold">
          <span className="rounded-[4px] bg-accent px-1.5 text-xs leading-5 text-on-accent uppercase">
            <Trans>Demo</Trans>
          </span>
          <Trans>Your mailbox in this test environment</Trans>
        </span>
        <Link to={paths.caughtMail(to)} target="_blank" className="text-muted underline underline-offset-4">
          <Trans>All emails</Trans>
        </Link>
      </p>
      <RetryNote query={mails} />
      {mail ? <NewestMail mail={mail} onCode={onCode} /> : <Waiting />}
    </section>
  )
}

function Waiting() {
  return (
    <div className="grid min-h-20 content-center gap-2">
      <p role="status" className="text-muted">
        <Trans>The email arrives within seconds…</Trans>
      </p>
      <Skeleton className="h-5 w-32" />
    </div>
  )
}

type NewestProps = { mail: CaughtMailHead; onCode: DemoMailboxProps['onCode'] }

function NewestMail({ mail, onCode }: NewestProps) {
  const { t } = useLingui()
  const dates = useDates()
  const query = useCaughtMail(mail.id)
  const { data } = query
  const code = onCode && data ? CODE.exec(data.text)?.[0] : undefined
  return (
    <div className="grid min-h-20 content-center gap-2">
      <p className="text-sm">
        <bdi>{mail.subject}</bdi> <span className="num text-muted">· {dates.moment(mail.at)}</span>
      </p>
      <RetryNote query={query} />
      {onCode && code !== undefined && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span dir="ltr" className="num text-2xl font-semibold tracking-widest">
            {code}
          </span>
          <Button size="row" aria-label={t`Use this code: ${code}`} onClick={() => onCode(code)}>
            <Trans>Use this code</Trans>
          </Button>
        </div>
      )}
      {data && code === undefined && (
        <p dir="auto" className="text-sm whitespace-pre-line [overflow-wrap:anywhere]">
          <LinkedText text={data.text} />
        </p>
      )}
    </div>
  )
}
