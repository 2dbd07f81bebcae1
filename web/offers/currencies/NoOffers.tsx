import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FiatCurrency } from '../../../domain/offers/currencies.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { useCurrencies } from './queries.ts'

type Props = { currency: FiatCurrency; others: ReactNode; children: ReactNode }

/** Says that the list is empty because its currency is switched off; shows the children where it is not. */
export function NoOffers({ currency, others, children }: Props) {
  const { data } = useCurrencies()
  const found = data?.currencies.find(({ fiatCurrency }) => fiatCurrency === currency)
  if (!found || found.isAvailable) return children
  return (
    <EmptyState
      title={<Trans>Offers in {currency} are not available at the moment</Trans>}
      action={
        <>
          {others}
          <Link to={paths.currencies} className={buttonClass('quiet')}>
            <Trans>Currencies and legal notices</Trans>
          </Link>
        </>
      }
    >
      <Trans>You can finish open trades, and trade in the other currencies.</Trans>
    </EmptyState>
  )
}
