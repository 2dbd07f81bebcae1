import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { getCaughtMailPage, type CaughtMailHead } from '../../domain/api/mail.ts'
import { errorText } from '../client.ts'
import { useDates } from '../dates.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../ui/notices/Skeleton.tsx'
import { LinkedText } from './LinkedText.tsx'
import { useCaughtMail } from './queries.ts'

/** One mail, which opens when pressed. */
export function CaughtMailRow({ mail }: { mail: CaughtMailHead }) {
  const dates = useDates()
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="grid w-full cursor-pointer gap-x-4 px-4 py-4 text-start hover:bg-line/30 md:grid-cols-[1fr_auto] md:px-5"
      >
        <span className="font-semibold">
          <bdi>{mail.subject}</bdi>
        </span>
        <span className="num text-sm text-muted">{dates.moment(mail.at)}</span>
        <span className="min-w-0 [overflow-wrap:anywhere] text-muted">
          <bdi>{mail.to}</bdi>
        </span>
      </button>
      {isOpen && (
        <div id={contentId} className="border-t border-line px-4 py-5 md:px-5">
          <Content mailId={mail.id} />
        </div>
      )}
    </li>
  )
}

function Content({ mailId }: { mailId: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useCaughtMail(mailId)
  if (error) {
    return (
      <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
        {errorText(error)}
      </ErrorNote>
    )
  }
  if (!data) return <SkeletonRows rows={2} label={t`Loading emails…`} />
  return (
    <>
      {/* All lines have the mail's direction, also those without characters of its language: a code, an address. */}
      <p dir="auto" className="max-w-[44em] whitespace-pre-line [overflow-wrap:anywhere]">
        <LinkedText text={data.text} />
      </p>
      <details className="mt-5">
        <summary className="cursor-pointer text-muted">
          <Trans>As shown in an email app</Trans>
        </summary>
        {/* The answer's CSP and the sandbox apply inside: no script runs and nothing is loaded. */}
        <iframe
          sandbox=""
          title={data.subject}
          src={getCaughtMailPage.path.replace(':mailId', mailId)}
          className="mt-3 h-[40rem] w-full border border-line"
        />
      </details>
    </>
  )
}
