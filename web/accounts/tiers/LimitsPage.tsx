import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../session/session.ts'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { tiersQuery } from './queries.ts'
import { TierTable } from './TierTable.tsx'
import { Loaded } from '../../Loaded.tsx'

export const handle: PageHandle = { read: (client) => [client.ensureQueryData(tiersQuery())] }

/** How much a user may trade and what raises it: the table of all tiers. The user's own limits are part of the account. */
export default function LimitsPage() {
  const { t } = useLingui()
  const session = useSession()
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 md:gap-10 md:py-12">
      <PageTitle
        title={t`Trading limits`}
        description={t`How much you can trade on Sarraf, and what raises your limits.`}
      />
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="title">
            <Trans>Trading limits</Trans>
          </h1>
          {session.status === 'signed-in' && (
            <Link to={paths.accountTab('limits')} className={buttonClass('line')}>
              <Trans>See your limits</Trans>
            </Link>
          )}
        </div>
        <p className="mt-2 max-w-[42em] text-muted">
          <Trans>
            Limits keep losses small. They rise with your record, and are lower where the sender of a payment can easily
            have it returned after the USDT is released. Trades on your own offers count too.
          </Trans>
        </p>
        <p className="mt-2 max-w-[42em] text-muted">
          <Trans>
            Traders without a completed trade also share a part of each offer: a third, unless its owner chooses another
            part. Where bonds are on, a third or half becomes up to two thirds for those who lock one.
          </Trans>
        </p>
      </div>
      <Loaded query={useQuery(tiersQuery())} rows={4} label={t`Loading limits…`} hidesLaterErrors>
        {(tiers) => <TierTable {...tiers} />}
      </Loaded>
    </div>
  )
}
