import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { endOutage, startOutage } from '../../../domain/api/staff/outages.ts'
import type { Outage } from '../../../domain/api/staff/outages.ts'
import { outageReference } from '../../../domain/outages.ts'
import { useDates } from '../../dates.ts'
import { Badge } from '../../ui/Badge.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { useCommand } from '../../use-command.ts'
import { ReasonDialog, ReasonText } from '../ReasonDialog.tsx'
import { useOutages } from '../queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** The switch that stops the deadlines of all open trades, and the latest outages. */
export function OutagesTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Loaded query={useOutages()} rows={3}>
        {(answer) => <Outages {...answer} />}
      </Loaded>
    </div>
  )
}

function Outages({ outages, openTrades }: { outages: readonly Outage[]; openTrades: number }) {
  const { t } = useLingui()
  return (
    <>
      <Switch isOpen={outages[0]?.ended === null} openTrades={openTrades} />
      {outages.length === 0 ? (
        <EmptyState title={<Trans>No outage so far</Trans>}>
          <Trans>The outages that admins started appear here.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Outages`} className="panel divide-y divide-line">
          {outages.map((outage) => (
            <Row key={outage.id} outage={outage} />
          ))}
        </ul>
      )}
    </>
  )
}

function Switch({ isOpen, openTrades }: { isOpen: boolean; openTrades: number }) {
  const { t } = useLingui()
  const start = useCommand(startOutage)
  const end = useCommand(endOutage)
  const hint = t`For the audit log: users don’t read it.`
  return (
    <section aria-label={t`Outage`} className={`panel grid grid-cols-1 gap-3 px-5 py-4 ${isOpen ? 'border-sell' : ''}`}>
      <h2 className="text-lg">{isOpen ? <Trans>Ongoing outage</Trans> : <Trans>No ongoing outage</Trans>}</h2>
      <p className="max-w-[70ch]">
        {isOpen ? (
          <Trans>
            No deadline passes and no trade can be opened. When you end it, the suspended deadlines are extended by its
            length.
          </Trans>
        ) : (
          <Trans>
            An outage suspends the deadlines of all open trades and disputes until you end it. Users can still act in
            open trades, but can’t open new ones. All users see a banner, and the parties of open trades are notified.
          </Trans>
        )}
      </p>
      <p className="num text-sm text-muted">
        <Plural value={openTrades} one="# open trade" other="# open trades" />
      </p>
      <div>
        {isOpen ? (
          <ReasonDialog
            action={t`End the outage`}
            name={t`End the outage`}
            variant="accent"
            title={<Trans>End the outage</Trans>}
            description={<Trans>The deadlines of the open trades are extended by its length and run again.</Trans>}
            doneText={t`Outage ended`}
            hint={hint}
            act={(reason) => end.mutateAsync({ body: { reason } })}
          />
        ) : (
          <ReasonDialog
            action={t`Start an outage`}
            name={t`Start an outage`}
            variant="danger"
            title={<Trans>Start an outage</Trans>}
            description={<Trans>The deadlines of all open trades are suspended, and new trades are refused.</Trans>}
            doneText={t`Outage started`}
            hint={hint}
            act={(reason) => start.mutateAsync({ body: { reason } })}
          />
        )}
      </div>
    </section>
  )
}

function Row({ outage: { id, started, ended } }: { outage: Outage }) {
  const dates = useDates()
  const from = dates.moment(started.at)
  const until = ended && dates.moment(ended.at)
  const startedBy = started.by
  const endedBy = ended?.by
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-4 md:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <bdi dir="ltr" className="num">
          {outageReference(id)}
        </bdi>
        {ended === null && (
          <Badge tone="sell">
            <Trans>Open</Trans>
          </Badge>
        )}
      </p>
      <p className="num text-sm text-muted">
        <Trans>
          Started {from} by <bdi>{startedBy}</bdi>
        </Trans>
      </p>
      <ReasonText>{started.reason}</ReasonText>
      {ended && (
        <>
          <p className="num text-sm text-muted">
            <Trans>
              Ended {until} by <bdi>{endedBy}</bdi>
            </Trans>
          </p>
          <ReasonText>{ended.reason}</ReasonText>
        </>
      )}
    </li>
  )
}
