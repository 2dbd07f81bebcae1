import { Link } from '../../layout/Link.tsx'
import { Trans } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'

/** The empty state of the trade lists. */
export function NoTrades() {
  return (
    <EmptyState
      title={<Trans>No trades yet</Trans>}
      action={
        <Link to={paths.offers} className={buttonClass('accent')}>
          <Trans>Browse offers</Trans>
        </Link>
      }
    >
      <Trans>Choose an offer to open your first trade.</Trans>
    </EmptyState>
  )
}
