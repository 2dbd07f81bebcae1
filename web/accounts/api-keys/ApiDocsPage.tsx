import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import {
  WEBHOOK_RETRY_HOURS,
  WEBHOOK_TIMEOUT_SECONDS,
  WEBHOOK_TOLERANCE_MINUTES,
} from '../../../domain/notifications/webhooks.ts'
import { IDEMPOTENCY_KEY_LENGTH } from '../../../domain/idempotency-key.ts'
import { PageHead, Text } from '../../layout/Article.tsx'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { CallEntry } from './CallEntry.tsx'
import { ApiContents } from './ApiContents.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { DOCUMENT_ADDRESS, GROUPS, useApiCalls, type ApiCall } from './document.ts'
import { RECEIVER_EXAMPLE } from './receiver-example.ts'
import { useSectionTexts, type SectionId } from './section-texts.tsx'
import { RetryNote } from '../../RetryNote.tsx'

/** The calls that an API key can make, read from the OpenAPI document. */
export default function ApiDocsPage() {
  const { t } = useLingui()
  const titles = useSectionTexts()
  return (
    <>
      <PageTitle title={t`API`} description={t`API reference for your own programs, with examples.`} />
      <PageHead
        title={<Trans>An API for your own programs</Trans>}
        lead={<Trans>Our own pages use the same calls, with the same limits and errors.</Trans>}
      />
      <div className="wrap gap-x-12 py-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-10">
        <ApiContents />
        <div className="divide-y divide-line">
          <Section id="use" {...titles.use}>
            <Text>
              <Trans>
                Create a key in{' '}
                <Link to={paths.settingsTab('keys')} className="underline underline-offset-4">
                  your settings
                </Link>{' '}
                and send it with every call, as in the examples. Amounts are strings, for example “150.00”. Calls that
                change something need an Idempotency-Key of {IDEMPOTENCY_KEY_LENGTH.min} to {IDEMPOTENCY_KEY_LENGTH.max}{' '}
                characters. Sent twice with the same key, they act once.
              </Trans>
            </Text>
            <Text>
              <Trans>
                Parameters, fields, responses and the calls for browsers only are in{' '}
                <a href={DOCUMENT_ADDRESS} className="underline underline-offset-4">
                  the OpenAPI document
                </a>
                .
              </Trans>
            </Text>
          </Section>
          <Webhooks />
          <Calls />
        </div>
      </div>
    </>
  )
}

type SectionProps = { id: SectionId; title: ReactNode; lead?: ReactNode; children: ReactNode }

function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 py-8 first:pt-2">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-5 grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}

function Webhooks() {
  const { t } = useLingui()
  return (
    <Section id="webhooks" {...useSectionTexts().webhooks}>
      <Text>
        <Trans>
          A webhook notifies your program of events in your account. Set one up in{' '}
          <Link to={paths.settingsTab('keys')} className="underline underline-offset-4">
            your settings
          </Link>
          , for a key with the permission to read. Its address is public, with https and without a port.
        </Trans>
      </Text>
      <Text>
        <Trans>
          Each event is a POST request with JSON: the event, its id, whether it is urgent, the trade, the time, and a
          few values such as the outcome. It is signed as Standard Webhooks says: “webhook-signature” is the HMAC-SHA256
          of the id, the time and the body with your secret. Refuse a request whose signature is wrong, or whose time
          differs by more than <Plural value={WEBHOOK_TOLERANCE_MINUTES} one="# minute" other="# minutes" />.
        </Trans>
      </Text>
      <Text>
        <Trans>
          Answer within <Plural value={WEBHOOK_TIMEOUT_SECONDS} one="# second" other="# seconds" /> with a status from
          200 to 299. Otherwise we send the event again for{' '}
          <Plural value={WEBHOOK_RETRY_HOURS} one="# hour" other="# hours" />, with growing pauses. If every attempt
          fails for that long, or you answer with 410, we pause the webhook and notify you.
        </Trans>
      </Text>
      <Text>
        <Trans>
          Events can arrive late or more than once. Store the id, and fetch the trade for its current status. New
          messages in a chat cause one event until you read the chat; the event stream has every message.
        </Trans>
      </Text>
      <CodeBlock label={t`Receiver example`}>{RECEIVER_EXAMPLE}</CodeBlock>
      <div>
        <CopyButton text={RECEIVER_EXAMPLE} label={t`Copy the receiver example`} />
      </div>
    </Section>
  )
}

function Calls() {
  const { t } = useLingui()
  const query = useApiCalls()
  const { data } = query
  const titles = useSectionTexts()
  if (query.error) return <RetryNote query={query} />
  return GROUPS.map((group) => (
    <Section key={group} id={group} {...titles[group]}>
      {data ? (
        <CallList calls={data.filter((each) => each.group === group).sort(byPath)} />
      ) : (
        <>
          <div className="noscript:hidden">
            <SkeletonRows rows={4} label={t`Loading…`} />
          </div>
          <noscript>
            <Trans>
              JavaScript is off. You can read these calls in{' '}
              <a href={DOCUMENT_ADDRESS} className="underline underline-offset-4">
                the OpenAPI document
              </a>
              .
            </Trans>
          </noscript>
        </>
      )}
    </Section>
  ))
}

function byPath(a: ApiCall, b: ApiCall): number {
  return a.path.localeCompare(b.path, 'en')
}

function CallList({ calls }: { calls: readonly ApiCall[] }) {
  return (
    <ul className="panel grid-cols-1 divide-y divide-line">
      {calls.map((each) => (
        <CallEntry key={`${each.method} ${each.path}`} entry={each} />
      ))}
    </ul>
  )
}
