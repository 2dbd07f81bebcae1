import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import type { ReceiptField } from '../../../domain/trades/receipts.ts'

type Name = { label: ReactNode; hint?: ReactNode }

/** What a party can add to its receipt, in the reader's language. */
export function fieldTextsOf({ role, bond }: Trade): Readonly<Record<ReceiptField, Name>> {
  return {
    amounts: {
      label: <Trans>Amounts in USDT and in your currency</Trans>,
      hint: role === 'buyer' && bond?.state === 'returned' && (
        <Trans>Also shows your returned bond, and so that you had no completed trade before.</Trans>
      ),
    },
    price: { label: <Trans>Price</Trans> },
    fee: { label: <Trans>Platform fee that you paid</Trans> },
    method: { label: <Trans>Payment method</Trans> },
    times: { label: <Trans>Times: opened, marked as paid, completed</Trans> },
    username: { label: <Trans>Your username</Trans> },
    counterparty: {
      label: <Trans>A pseudonym of the other party</Trans>,
      hint: (
        <Trans>
          The same pseudonym appears on all your receipts with this trader. Readers see how many different traders you
          traded with, not who they are.
        </Trans>
      ),
    },
  }
}
