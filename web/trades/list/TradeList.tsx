import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { TRADE_LIST_STATES } from '../../../domain/trades/trades.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { NoTrades } from './NoTrades.tsx'
import { useTradePages } from './trade-pages.ts'
import { TRADE_COLUMNS, TradeRow } from './TradeRow.tsx'
import { NextPageButton } from '../../NextPageButton.tsx'
import { RetryNote } from '../../RetryNote.tsx'

type Props = {
  /** How many trades there are, above the list. */
  counts: ReactNode
}

/** The trader's trades, newest first and page by page, filtered by the state that the address names. */
export function TradeList({ counts }: Props) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const state = TRADE_LIST_STATES.find((each) => each === search.get('state')) ?? null
  const query = useTradePages(state)
  const trades = query.data
  if (!trades && !query.error) return <SkeletonRows rows={4} label={t`Loading trades…`} />
  const isEmpty = trades?.length === 0
  return (
    <div className="grid grid-cols-1 gap-4">
      <RetryNote query={query} />
      {(state !== null || !isEmpty) && (
        <>
          <StateFilter />
          {counts}
        </>
      )}
      {isEmpty && (state === null ? <NoTrades /> : <NoneInState />)}
      {trades && !isEmpty && (
        <ul className={`panel divide-y divide-line ${TRADE_COLUMNS}`}>
          {trades.map((trade) => (
            <TradeRow key={trade.id} trade={trade} />
          ))}
        </ul>
      )}
      <NextPageButton query={query} className="justify-self-center" />
    </div>
  )
}

function useShowState(): (next: string) => void {
  const [search, setSearch] = useSearchParams()
  return (next) => {
    const after = new URLSearchParams(search)
    if (next === 'all') after.delete('state')
    else after.set('state', next)
    setSearch(after, { preventScrollReset: true, replace: true })
  }
}

function NoneInState() {
  const show = useShowState()
  return (
    <EmptyState
      title={<Trans>No trades in this state</Trans>}
      action={
        <Button onClick={() => show('all')}>
          <Trans>Show all trades</Trans>
        </Button>
      }
    />
  )
}

function StateFilter() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const show = useShowState()
  const state = TRADE_LIST_STATES.find((each) => each === search.get('state')) ?? 'all'

  return (
    <SegmentedControl
      label={t`Trades to show`}
      labelHidden
      className="w-full max-w-xl overflow-x-auto"
      options={[
        { value: 'all', label: t({ message: 'All', context: 'trades' }) },
        { value: 'open', label: t({ message: 'Open', context: 'trades' }) },
        { value: 'completed', label: t({ message: 'Completed', context: 'trades' }) },
        { value: 'cancelled', label: t({ message: 'Cancelled', context: 'trades' }) },
      ]}
      value={state}
      onValueChange={show}
    />
  )
}
