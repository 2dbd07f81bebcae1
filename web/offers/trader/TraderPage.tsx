import { Trans, useLingui } from '@lingui/react/macro'
import { useParams, useSearchParams } from 'react-router'
import type { TraderPage as Trader } from '../../../domain/api/profiles/traders.ts'
import { nullIfMissing } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { paths } from '../../paths.ts'
import { ratingsFrom, ratingsQuery } from '../../profiles/ratings/queries.ts'
import { RatingList } from '../../profiles/ratings/RatingList.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { EmailConfirmedBadge } from '../../profiles/EmailConfirmedBadge.tsx'
import { TraderActions } from './TraderActions.tsx'
import { OwnNote } from '../../profiles/trader-notes/OwnNote.tsx'
import { MethodRecords } from '../../profiles/MethodRecords.tsx'
import { RecordStats } from '../../profiles/RecordStats.tsx'
import { traderOffersQuery, traderQuery, useTrader } from '../../profiles/trader.ts'
import { TraderOffers } from './TraderOffers.tsx'
import { TraderRecord } from '../../profiles/TraderRecord.tsx'
import { TraderTitle } from '../../profiles/TraderTitle.tsx'
import { WhatCounts } from '../../profiles/WhatCounts.tsx'
import { ratesQuery as marketRatesQuery } from '../rates/rates.ts'
import { Loaded } from '../../Loaded.tsx'

export const handle: PageHandle = {
  read: (client, { searchParams }, { username = '' }) => [
    client.ensureQueryData(traderQuery(username)),
    client.ensureQueryData(traderOffersQuery(username)),
    client.ensureQueryData(marketRatesQuery),
    client.ensureInfiniteQueryData(ratingsQuery(username, ratingsFrom(searchParams))).catch(nullIfMissing),
  ],
}

/** A trader's public page: who it is, the open offers to act on, the record and what counts for it, the ratings. */
export default function TraderPage() {
  const { username = '' } = useParams()
  return (
    <div className="wrap py-6 md:py-12">
      <TraderTitle username={username} />
      <Content key={username} username={username} />
    </div>
  )
}

function Content({ username }: { username: string }) {
  const { t } = useLingui()
  return (
    <Loaded query={useTrader(username)} rows={4} label={t`Loading trader…`} hidesLaterErrors>
      {(trader) => (trader ? <Page trader={trader} /> : <NoTrader />)}
    </Loaded>
  )
}

function NoTrader() {
  return (
    <EmptyState
      title={
        <h1>
          <Trans>Trader not found</Trans>
        </h1>
      }
      action={
        <Link to={paths.offers} className={buttonClass('accent')}>
          <Trans>Browse offers</Trans>
        </Link>
      }
    >
      <Trans>This username isn’t in use. It may have been changed, or the account deleted.</Trans>
    </EmptyState>
  )
}

function Page({ trader }: { trader: Trader }) {
  const { username, reputation, methods } = trader
  const [search] = useSearchParams()
  return (
    <>
      <TraderHead trader={trader} />
      <TraderOffers username={username} />
      <div className="mt-10 grid items-start gap-x-12 gap-y-10 md:grid-cols-[1.2fr_1fr]">
        <section aria-labelledby="record">
          <h2 id="record" className="mb-3 text-xl">
            <Trans>Trading record</Trans>
          </h2>
          <div className="panel px-5 py-2">
            <RecordStats reputation={reputation} />
          </div>
        </section>
        <div className="grid gap-8">
          <MethodRecords methods={methods} />
          <WhatCounts />
        </div>
      </div>
      <RatingList username={username} from={ratingsFrom(search)} />
    </>
  )
}

/** Who it is, the record in one line, and what the reader can do about the trader. */
function TraderHead({ trader }: { trader: Trader }) {
  const { username, avatar, isDemo, bio, location, reputation } = trader
  const { medianReleaseSeconds, medianPaySeconds } = reputation
  const isSeller = medianReleaseSeconds !== null
  return (
    <header className="border-b border-line pb-6">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <div className="flex min-w-0 grow basis-72 items-center gap-4">
          <Avatar name={username} picture={avatar} size={64} />
          <div className="grid min-w-0 gap-1.5">
            <h1 className="title [overflow-wrap:anywhere]">
              <bdi>{username}</bdi>
            </h1>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
              <EmailConfirmedBadge trader={trader} />
              {location !== '' && <bdi className="[overflow-wrap:anywhere]">{location}</bdi>}
            </p>
          </div>
        </div>
        <TraderActions username={username} />
      </div>
      <p className="num mt-4 text-lg">
        <TraderRecord
          trader={{ ...reputation, isDemo, medianSeconds: isSeller ? medianReleaseSeconds : medianPaySeconds }}
          isSeller={isSeller}
        />
      </p>
      {bio !== '' && (
        <p className="mt-3 max-w-[46em] whitespace-pre-line [overflow-wrap:anywhere]">
          <bdi>{bio}</bdi>
        </p>
      )}
      <OwnNote username={username} />
    </header>
  )
}
