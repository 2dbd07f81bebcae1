import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Overview } from '../../../domain/api/staff/administration.ts'
import { TRADE_STATUS_TEXTS } from '../../../domain/trades/trades.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useOverview } from '../queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** The figures of the platform, as the server computes them. */
export function OverviewTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={useOverview()} rows={6}>
        {(overview) => <Stats overview={overview} />}
      </Loaded>
    </div>
  )
}

function Stats({ overview }: { overview: Overview }) {
  const { t } = useLingui()
  const moment = useDates().moment(overview.at)
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:items-start">
        <div className="grid grid-cols-1 gap-4">
          <Escrow escrow={overview.escrow} />
          <Card title={t`Waiting`}>
            <Waiting overview={overview} />
          </Card>
          <Card title={t`Users`}>
            <Users users={overview.users} />
          </Card>
        </div>
        <div className="grid grid-cols-1 gap-4">
          <Card title={t`Trades`}>
            <Trades trades={overview.trades} />
          </Card>
          <Card title={t`Emails`}>
            <Emails mails={overview.mails} />
          </Card>
        </div>
      </div>
      <p className="num text-sm text-muted [overflow-wrap:anywhere]">
        <Trans>Computed {moment}</Trans>
        {overview.audit.records > 0 && (
          <>
            {' · '}
            <Head audit={overview.audit} />
          </>
        )}
      </p>
    </>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel px-5 py-4">
      <h2 className="text-lg">{title}</h2>
      <DescriptionList className="mt-2">{children}</DescriptionList>
    </section>
  )
}

/** The one figure that must be right: what escrow holds is what open trades locked. */
function Escrow({ escrow }: { escrow: Overview['escrow'] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const isSound = escrow.isEqual && escrow.violations.length === 0
  return (
    <section aria-label={t`Escrow`} className={`panel px-5 py-4 ${isSound ? '' : 'border-sell'}`}>
      <h2 className="text-lg">
        <Trans>Escrow</Trans>
      </h2>
      <DescriptionList className="mt-2">
        <DescriptionRow label={<Trans>Held in escrow</Trans>} keepsValue>
          {formats.usdt(escrow.heldUsdt)}
        </DescriptionRow>
        <DescriptionRow label={<Trans>Locked by open trades</Trans>} keepsValue>
          {formats.usdt(escrow.ofOpenTradesUsdt)}
        </DescriptionRow>
      </DescriptionList>
      <div role={isSound ? undefined : 'alert'} className={`mt-2 text-sm ${isSound ? 'text-buy' : 'text-sell'}`}>
        {escrow.isEqual ? (
          <p>
            <Trans>The two agree.</Trans>
          </p>
        ) : (
          <p className="font-semibold">
            <Trans>The two differ. Stop trading and look for the cause.</Trans>
          </p>
        )}
        <Rules escrow={escrow} />
      </div>
    </section>
  )
}

function Rules({ escrow: { violations, checkedSince } }: { escrow: Overview['escrow'] }) {
  const formats = useFormats()
  const dates = useDates()
  const since = checkedSince === null ? null : dates.moment(checkedSince)
  if (violations.length === 0) {
    return (
      <p className="text-muted">
        {since === null ? (
          <Trans>The rules of the ledger are being checked for the first time.</Trans>
        ) : (
          <Trans>All ledger rules hold. Each has been checked since {since}.</Trans>
        )}
      </p>
    )
  }
  return (
    <>
      <p className="font-semibold">
        <Trans>Broken rules:</Trans>
      </p>
      <ul dir="ltr" className="num list-disc ps-5">
        {violations.map(({ rule, found }) => (
          <li key={rule}>
            {rule}: {formats.count(found)}
          </li>
        ))}
      </ul>
    </>
  )
}

function Waiting({ overview }: { overview: Overview }) {
  return (
    <>
      <Queue label={<Trans>Open disputes</Trans>} queue={overview.disputes} />
      <Queue
        label={<Trans>Cases without an arbiter</Trans>}
        queue={overview.unassignedCases}
        to={paths.adminTab('cases')}
      />
      <Queue label={<Trans>Open reports</Trans>} queue={overview.reports} to={paths.adminTab('reports')} />
      <Queue label={<Trans>Unanswered messages</Trans>} queue={overview.messages} to={paths.admin} />
    </>
  )
}

function Queue({ label, queue, to }: { label: ReactNode; queue: Overview['disputes']; to?: string }) {
  const formats = useFormats()
  const dates = useDates()
  const oldest = queue.oldestAt === null ? null : dates.moment(queue.oldestAt)
  const count = formats.count(queue.count)
  return (
    <DescriptionRow
      label={
        <>
          {label}
          {oldest !== null && (
            <span className="num block text-sm">
              <Trans>since {oldest}</Trans>
            </span>
          )}
        </>
      }
    >
      {to === undefined || queue.count === 0 ? (
        count
      ) : (
        <Link to={to} className="-m-2.5 min-w-11 p-2.5 text-end underline underline-offset-4">
          {count}
        </Link>
      )}
    </DescriptionRow>
  )
}

function Trades({ trades }: { trades: Overview['trades'] }) {
  const formats = useFormats()
  return (
    <>
      {trades.byStatus.map(({ status, count }) => (
        <DescriptionRow key={status} label={<Translated text={TRADE_STATUS_TEXTS[status].label} />}>
          {formats.count(count)}
        </DescriptionRow>
      ))}
      <DescriptionRow label={<Trans>Volume in 24 hours</Trans>}>
        {formats.fiat(trades.volumeTodayUsdt, 'USDT')}
      </DescriptionRow>
      <DescriptionRow label={<Trans>Total volume</Trans>} isTotal>
        {formats.fiat(trades.volumeUsdt, 'USDT')}
      </DescriptionRow>
    </>
  )
}

function Users({ users }: { users: Overview['users'] }) {
  const formats = useFormats()
  return (
    <>
      <DescriptionRow label={<Trans>All users</Trans>}>{formats.count(users.total)}</DescriptionRow>
      <DescriptionRow label={<Trans>New in 24 hours</Trans>}>{formats.count(users.newToday)}</DescriptionRow>
      <DescriptionRow label={<Trans context="users">Suspended</Trans>}>{formats.count(users.suspended)}</DescriptionRow>
    </>
  )
}

function Emails({ mails }: { mails: Overview['mails'] }) {
  const formats = useFormats()
  return (
    <>
      <DescriptionRow label={<Trans>Waiting to be sent</Trans>}>{formats.count(mails.waiting)}</DescriptionRow>
      <DescriptionRow label={<Trans>Being sent again</Trans>}>{formats.count(mails.retried)}</DescriptionRow>
      <DescriptionRow label={<Trans>Failed in 7 days</Trans>}>{formats.count(mails.failed)}</DescriptionRow>
    </>
  )
}

function Head({ audit: { records, hash } }: { audit: Overview['audit'] }) {
  return (
    <>
      <Trans>Last audit record:</Trans> <bdi dir="ltr">{`${records}:${hash}`}</bdi>
    </>
  )
}
