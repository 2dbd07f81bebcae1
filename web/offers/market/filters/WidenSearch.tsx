import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button.tsx'
import { cleared, useSetFilters, type FilterName, type Filters } from './filters.ts'

type Props = {
  filters: Filters
  /** The filters that the page has controls for. */
  names: readonly FilterName[]
}

/** Leads on from an empty list: to the same offers for any amount, or else to those that no filter leaves out. */
export function WidenSearch({ filters, names }: Props) {
  const setFilters = useSetFilters()
  const hasAmount = filters.amount !== undefined
  return (
    <Button
      variant="accent"
      className="noscript:hidden"
      onClick={() => setFilters(hasAmount ? { amount: undefined } : cleared(names))}
    >
      {hasAmount ? <Trans>Show any amount</Trans> : <Trans>Show all offers</Trans>}
    </Button>
  )
}
