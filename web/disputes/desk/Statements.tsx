import { Trans, useLingui } from '@lingui/react/macro'
import type { CaseFile } from '../../../domain/api/trades/evidence.ts'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import { PARTY_ROLES, type PartyRole } from '../../../domain/trades/trades.ts'
import { useDates } from '../../dates.ts'
import { FileList } from '../../trades/evidence/FileList.tsx'
import { useCaseFiles } from './queries.ts'
import { Role } from './Words.tsx'
import { RetryNote } from '../../RetryNote.tsx'

/** What both parties say happened, side by side, with the files of each. */
export function Statements({ dispute }: { dispute: DisputeCase }) {
  const files = useCaseFiles(dispute.tradeId)
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Statements</Trans>
      </h2>
      <div className="mt-3 grid gap-x-8 gap-y-6 md:grid-cols-2">
        {PARTY_ROLES.map((party) => (
          <Side
            key={party}
            dispute={dispute}
            party={party}
            files={files.data?.filter((file) => file.sender === party) ?? []}
          />
        ))}
      </div>
      <RetryNote query={files} className="mt-4" />
    </section>
  )
}

type SideProps = { dispute: DisputeCase; party: PartyRole; files: readonly CaseFile[] }

function Side({ dispute, party, files }: SideProps) {
  const { t } = useLingui()
  const { username } = dispute[party].trader
  const statements = dispute.statements.filter(({ by }) => by === party)
  const isMissing = !statements.some(({ round }) => round === dispute.round)
  const name = { buyer: t`Statement of the buyer`, seller: t`Statement of the seller` }[party]
  return (
    <section aria-label={name} className="grid min-w-0 content-start gap-3">
      <h3 className="font-semibold">
        <Role name={party} /> · <bdi>{username}</bdi>
      </h3>
      {statements.map((statement) => (
        <Statement key={statement.round} statement={statement} />
      ))}
      {isMissing && (
        <p className="text-muted">
          {dispute.status === 'statements' ? <Trans>No statement yet</Trans> : <Trans>No statement</Trans>}
        </p>
      )}
      {files.length > 0 && (
        <FileList
          files={files}
          names={{ buyer: dispute.buyer.trader.username, seller: dispute.seller.trader.username }}
          own={null}
        />
      )}
    </section>
  )
}

function Statement({ statement }: { statement: DisputeCase['statements'][number] }) {
  const dates = useDates()
  return (
    <div>
      <p className="text-sm text-muted">
        {statement.round > 1 && (
          <>
            <Trans>Appeal</Trans>
            {' · '}
          </>
        )}
        <time dateTime={statement.at} className="num">
          {dates.moment(statement.at)}
        </time>
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {statement.text}
      </p>
    </div>
  )
}
