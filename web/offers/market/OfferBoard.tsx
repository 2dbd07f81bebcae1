import { Plural, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import type { Count } from '../../../domain/api/endpoint.ts'
import type { Offer, OfferPage, OfferQuery } from '../../../domain/api/offers/offers.ts'
import { MARKET_PAGE_SIZE, methodsIn } from '../../../domain/offers/listing.ts'
import { canOpenTrades } from '../../session/can-open-trades.ts'
import { useSession } from '../../session/session.ts'
import { useNotesByTrader } from '../../profiles/trader-notes/queries.ts'
import { TradeDialog } from '../opening/TradeDialog.tsx'
import { HydratedApart } from '../../ui/hydration/HydratedApart.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { EmptyMarket } from './EmptyMarket.tsx'
import { ResetButton } from './filters/FilterForm.tsx'
import type { Filters } from './filters/filters.ts'
import type { Side } from './filters/kept-market.ts'
import { SaveSearchSlot } from './filters/SaveSearchSlot.tsx'
import { LiveSlot } from './live/LiveSlot.tsx'
import { Pager } from './paging/Pager.tsx'
import { SearchNote } from './paging/SearchNote.tsx'
import { useCount } from './paging/use-count.ts'
import { offersQuery, useOffers } from './queries.ts'
import { MarketRow } from './rows/MarketRow.tsx'
import { OfferTable } from './rows/OfferTable.tsx'
import { RetryNote } from '../../RetryNote.tsx'

type Props = { side: Side; filters: Filters; query: OfferQuery; page: number }

/** The offers that pass the filters, in the chosen order, a page at a time. */
export function OfferBoard({ side, filters, query, page }: Props) {
  const { t } = useLingui()
  const board = useOffers(query)
  const { data, error, isPlaceholderData } = board
  return (
    <section>
      <div className="mb-1 flex min-h-11 flex-wrap items-center gap-x-4 md:mt-1 md:mb-2">
        <LiveSlot queryKey={offersQuery(query).queryKey} query={query}>
          {data && !isPlaceholderData && <Total total={data.total} />}
        </LiveSlot>
        <ResetButton filters={filters} />
        {/* Free for a signed-in reader, so that the button moves nothing. */}
        <div className="hidden has-[*]:block max-md:ms-auto signed-in:block signed-in:min-h-11">
          <SaveSearchSlot query={query} />
        </div>
      </div>
      <RetryNote query={board} className="mb-3" />
      {!data && !error && <SkeletonRows rows={MARKET_PAGE_SIZE} label={t`Loading offers…`} />}
      {data?.offers.length === 0 && data.searched === null && <EmptyMarket side={side} filters={filters} />}
      {data && data.offers.length > 0 && (
        <HydratedApart>
          <Rows result={data} query={query} isOld={isPlaceholderData} />
        </HydratedApart>
      )}
      {data && !isPlaceholderData && <SearchNote searched={data.searched} />}
      {data && !isPlaceholderData && <Pager result={data} page={page} />}
    </section>
  )
}

function Total({ total }: { total: Count }) {
  const count = useCount()(total)
  return <Plural value={total.count} one={`${count} offer`} other={`${count} offers`} />
}

/** Rows of the previous page stay, faded, while the next one loads. */
type RowsProps = { result: OfferPage; query: OfferQuery; isOld: boolean }

function Rows({ result, query, isOld }: RowsProps) {
  const { amount, method } = query
  // The rows are drawn again in pieces: a visitor's once the session is known, and all with each answer, whose time differs.
  const session = useSession()
  const isSignedOut = useDeferredValue(session.status !== 'signed-in')
  const isReadOnly = useDeferredValue(!canOpenTrades(session))
  const { offers, now } = useDeferredValue(result)
  const areOld = useDeferredValue(isOld)
  const notes = useDeferredValue(useNotesByTrader())
  const [taken, setTaken] = useState<Offer | null>(null)
  return (
    <>
      <OfferTable isOld={areOld}>
        {offers.map((offer) => (
          <MarketRow
            key={offer.id}
            offer={offer}
            now={now}
            amount={amount}
            method={method}
            isSignedOut={isSignedOut}
            isReadOnly={isReadOnly}
            note={notes.get(offer.owner.username)}
            onStart={setTaken}
          />
        ))}
      </OfferTable>
      <TradeDialog offer={taken} amount={amount} methods={methodsIn(method)} onClose={() => setTaken(null)} />
    </>
  )
}
