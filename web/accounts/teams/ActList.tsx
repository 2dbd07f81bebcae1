import { Trans } from '@lingui/react/macro'
import type { TeamAct } from '../../../domain/api/accounts/teams.ts'
import { shortId } from '../../../domain/trades/trades.ts'
import type { TeamActKind } from '../../../domain/accounts/teams.ts'
import { errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useTeamActs } from './queries.ts'
import { NextPageButton } from '../../NextPageButton.tsx'

const ACT_TEXTS: Readonly<Record<TeamActKind, string>> = {
  message_sent: /*i18n*/ 'Sent a message',
  payment_confirmed: /*i18n*/ 'Confirmed a payment',
  payment_window_extended: /*i18n*/ 'Extended a payment window',
  offer_created: /*i18n*/ 'Created an offer',
  offer_edited: /*i18n*/ 'Edited an offer',
  offer_paused: /*i18n*/ 'Paused an offer',
  offer_activated: /*i18n*/ 'Activated an offer',
  offer_deleted: /*i18n*/ 'Deleted an offer',
  business_hours_saved: /*i18n*/ 'Changed the business hours',
  business_hours_removed: /*i18n*/ 'Removed the business hours',
  offer_template_saved: /*i18n*/ 'Saved an offer template',
  offer_template_deleted: /*i18n*/ 'Deleted an offer template',
}

/** What the members of the user's team did, newest first. */
export function ActList() {
  const query = useTeamActs()
  if (query.error) return <ErrorNote>{errorText(query.error)}</ErrorNote>
  const acts = query.data ?? []
  if (acts.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-xl">
        <Trans>Team activity</Trans>
      </h2>
      <ul className="panel divide-y divide-line">
        {acts.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </ul>
      <NextPageButton query={query} size="row" className="mt-3" />
    </section>
  )
}

function Act({ act: { at, member, kind, tradeId } }: { act: TeamAct }) {
  const dates = useDates()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3 md:px-5">
      <p>
        <bdi className="font-semibold">{member}</bdi> · <Translated text={ACT_TEXTS[kind]} />
        {tradeId !== null && (
          <>
            {' · '}
            <Link to={paths.trade(tradeId)} className="num underline underline-offset-4">
              <bdi dir="ltr">#{shortId(tradeId)}</bdi>
            </Link>
          </>
        )}
      </p>
      <time dateTime={at} className="num text-sm text-muted">
        {dates.moment(at)}
      </time>
    </li>
  )
}
