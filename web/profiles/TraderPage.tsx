import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import type { TraderPage as Trader } from '../../domain/api.ts'
import { errorText } from '../client.ts'
import { Link } from '../layout/Link.tsx'
import type { PageHandle } from '../layout/page-data.ts'
import { paths } from '../paths.ts'
import { RatingList } from '../ratings/RatingList.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { EmailConfirmedBadge } from './EmailConfirmedBadge.tsx'
import { TraderActions } from './TraderActions.tsx'
import { MethodRecords } from './MethodRecords.tsx'
import { RecordStats } from './RecordStats.tsx'
import { traderOffersQuery, traderQuery, useTrader } from './trader.ts'
import { TraderOffers } from './TraderOffers.tsx'
import { TraderTitle } from './TraderTitle.tsx'
import { WhatCounts } from './WhatCounts.tsx'

export const handle: PageHandle = {
  read: (client, _, { username = '' }) => [
    client.ensureQueryData(traderQuery(username)),
    client.ensureQueryData(traderOffersQuery(username)),
  ],
}

/** A trader's public page: their bio, their record and what counts for it, and their open offers. */
export default function TraderPage() {
  const { username = '' } = useParams()
  return (
    <div className="wrap py-8 md:py-12">
      <TraderTitle username={username} />
      <Content key={username} username={username} />
    </div>
  )
}

function Content({ username }: { username: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isFetching } = useTrader(username)
  if (data) return <Page trader={data} />
  if (data === null) return <NoTrader />
  if (!error) return <SkeletonRows rows={4} label={t`Loading trader…`} />
  return (
    <ErrorNote onRetry={() => void refetch()} isRetrying={isFetching}>
      {errorText(error)}
    </ErrorNote>
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
  return (
    <>
      <Record trader={trader} />
      <TraderOffers username={trader.username} />
      <RatingList username={trader.username} />
    </>
  )
}

function Record({ trader }: { trader: Trader }) {
  const { username, avatar, isVerified, bio, location, reputation, methods } = trader
  return (
    <div className="grid items-start gap-8 md:grid-cols-[1fr_1.3fr] md:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <div className="flex items-center gap-4">
          <Avatar name={username} picture={avatar} size={64} />
          <div className="grid min-w-0 justify-items-start gap-1.5">
            <h1 className="title [overflow-wrap:anywhere]">
              <bdi>{username}</bdi>
            </h1>
            <EmailConfirmedBadge isVerified={isVerified} />
            {location !== '' && <p className="text-muted [overflow-wrap:anywhere]">{location}</p>}
          </div>
        </div>
        {bio !== '' && <p className="mt-5 whitespace-pre-line [overflow-wrap:anywhere]">{bio}</p>}
        <TraderActions username={username} />
      </div>
      <div className="grid min-w-0 gap-8 md:col-start-2 md:row-span-2 md:row-start-1">
        <section className="panel px-5 py-2" aria-label={username}>
          <RecordStats reputation={reputation} />
        </section>
        <MethodRecords methods={methods} />
      </div>
      <WhatCounts />
    </div>
  )
}
