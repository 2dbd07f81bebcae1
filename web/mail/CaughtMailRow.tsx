import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { getCaughtMailPage, type CaughtMail, type CaughtMailHead } from '../../domain/api/mail.ts'
import { useDates } from '../dates.ts'
import { LinkedText } from './LinkedText.tsx'
import { useCaughtMail } from './queries.ts'
import { Loaded } from '../Loaded.tsx'

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
  return (
    <Loaded query={useCaughtMail(mailId)} rows={2} label={t`Loading emails…`} hidesLaterErrors>
      {(mail) => <Shown mail={mail} />}
    </Loaded>
  )
}

function Shown({ mail }: { mail: CaughtMail }) {
  return (
    <>
      {/* All lines have the mail's direction, also those without characters of its language: a code, an address. */}
      <p dir="auto" className="max-w-[44em] whitespace-pre-line [overflow-wrap:anywhere]">
        <LinkedText text={mail.text} />
      </p>
      <details className="mt-5">
        <summary className="cursor-pointer text-muted">
          <Trans>As shown in an email app</Trans>
        </summary>
        {/* The answer's CSP and the sandbox apply inside: no script runs and nothing is loaded. */}
        <iframe
          sandbox=""
          title={mail.subject}
          src={getCaughtMailPage.path.replace(':mailId', mail.id)}
          className="mt-3 h-[40rem] w-full border border-line"
        />
      </details>
    </>
  )
}
