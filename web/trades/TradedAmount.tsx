import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { OPEN_STATUSES } from '../../domain/trades/trades.ts'
import { useFormats } from '../formats.ts'

/**
 * What a party buys or sells: the trade's amount while it is open, and then what the party received or sold. `name` is the
 * counterparty's; without it the words stand alone.
 */
export function TradedAmount({ trade, name }: { trade: Trade; name?: ReactNode }) {
  const { usdt } = useFormats()
  const { role, status, split } = trade
  const amount = usdt(trade.amountUsdt)
  if (OPEN_STATUSES.includes(status))
    return role === 'buyer' ? <Buying {...{ amount, name }} /> : <Selling {...{ amount, name }} />
  // Cancelled, or divided by a decision, whose parts the dispute has.
  if (status === 'cancelled' || split)
    return role === 'buyer' ? <Purchase {...{ amount, name }} /> : <Sale {...{ amount, name }} />
  return role === 'buyer' ? <Received amount={usdt(trade.buyerReceives)} name={name} /> : <Sold {...{ amount, name }} />
}

type Words = { amount: string; name: ReactNode }

const Buying = ({ amount, name }: Words) =>
  name ? (
    <Trans>
      Buying {amount} from {name}
    </Trans>
  ) : (
    <Trans>Buying {amount}</Trans>
  )

const Selling = ({ amount, name }: Words) =>
  name ? (
    <Trans>
      Selling {amount} to {name}
    </Trans>
  ) : (
    <Trans>Selling {amount}</Trans>
  )

const Purchase = ({ amount, name }: Words) =>
  name ? (
    <Trans>
      Purchase of {amount} from {name}
    </Trans>
  ) : (
    <Trans>Purchase of {amount}</Trans>
  )

const Sale = ({ amount, name }: Words) =>
  name ? (
    <Trans>
      Sale of {amount} to {name}
    </Trans>
  ) : (
    <Trans>Sale of {amount}</Trans>
  )

const Received = ({ amount, name }: Words) =>
  name ? (
    <Trans>
      Received {amount} from {name}
    </Trans>
  ) : (
    <Trans>Received {amount}</Trans>
  )

const Sold = ({ amount, name }: Words) =>
  name ? (
    <Trans>
      Sold {amount} to {name}
    </Trans>
  ) : (
    <Trans>Sold {amount}</Trans>
  )
