import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FiatCurrency } from '../../../domain/market.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { useCurrencies } from './queries.ts'

/** Says that the list is empty because its currency is switched off; shows the children where it is not. */
export function NoOffers({ currency, children }: { currency: FiatCurrency; children: ReactNode }) {
  const { data } = useCurrencies()
  const found = data?.currencies.find(({ fiatCurrency }) => fiatCurrency === currency)
  if (!found || found.isAvailable) return children
  return (
    <EmptyState
      title={<Trans>Offers in {currency} are not available at the moment</Trans>}
      action={
        <Link to={paths.currencies} className={buttonClass()}>
          <Trans>Currencies and legal notices</Trans>
        </Link>
      }
    >
      <Trans>You can finish open trades, and trade in the other currencies.</Trans>
    </EmptyState>
  )
}
