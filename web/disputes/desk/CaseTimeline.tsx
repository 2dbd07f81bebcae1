import { Trans } from '@lingui/react/macro'
import type { DisputeCase } from '../../../domain/api/disputes/disputes.ts'
import type { DisputeRole } from '../../../domain/disputes/disputes.ts'
import { useDates } from '../../dates.ts'
import { Translated } from '../../ui/Translated.tsx'
import { DETAILS_SHOWN, DISPUTE_ACTION_TEXTS, TRADE_ACTION_TEXTS } from './texts.ts'
import { Role } from './Words.tsx'

/** The moves of the trade and of its dispute in one list, and when the buyer could first pay. */
export function CaseTimeline({ dispute }: { dispute: DisputeCase }) {
  const dates = useDates()
  return (
    <section className="panel px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Timeline</Trans>
      </h2>
      <ol className="mt-2 divide-y divide-line">
        {timelineOf(dispute).map(({ at, by, text }) => (
          <li
            key={`${at} ${text}`}
            className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 py-2 sm:grid-cols-[11rem_7rem_1fr]"
          >
            <time dateTime={at} className="num text-sm text-muted">
              {dates.moment(at)}
            </time>
            <span className="text-sm font-medium">
              <Role name={by} />
            </span>
            <span className="max-sm:col-span-full">
              <Translated text={text} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type Entry = { at: string; by: DisputeRole; text: string }

/** Of two moves at one moment, the trade's comes first: it opens the dispute. */
function timelineOf({ events, trade }: DisputeCase): Entry[] {
  const shown: Entry[] = trade.detailsShownAt ? [{ at: trade.detailsShownAt, by: 'buyer', text: DETAILS_SHOWN }] : []
  const ofTrade = trade.events.map(({ action, ...event }) => ({ ...event, text: TRADE_ACTION_TEXTS[action] }))
  const ofDispute = events.flatMap(({ action, ...event }) => {
    const text = DISPUTE_ACTION_TEXTS[action]
    return text === null ? [] : [{ ...event, text }]
  })
  return [...ofTrade, ...shown, ...ofDispute].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
