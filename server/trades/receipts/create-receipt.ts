/** The contents of a receipt: what its holder chose to disclose, and nothing of the other party's. */
import { createHash } from 'node:crypto'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { DomainError } from '../../../domain/errors.ts'
import { receiptToken } from '../../../domain/trades/receipts.ts'
import type { Receipt, ReceiptField, ReceiptFile } from '../../../domain/trades/receipts.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { getTrade } from '../queries.ts'
import { findFirstTradeOfPair } from './queries.ts'
import { signReceipt } from './sign-receipt.ts'

type Sources = Pick<Context, 'config' | 'db' | 'providers'>
type Wishes = { userId: string; tradeId: string; fields: readonly ReceiptField[] }

/** Signs a receipt of a completed trade for one of its parties; nothing is stored. */
export async function createReceipt({ config, db, providers }: Sources, wishes: Wishes): Promise<ReceiptFile> {
  const trade = await getTrade(db, wishes.userId, wishes.tradeId)
  if (trade.status !== 'completed') throw new DomainError('trade_not_completed')
  const receipt = await contentsOf(db, { ...wishes, trade, issuer: config.publicUrl })
  return signReceipt(receipt, await providers.keys.current())
}

/** Where a receipt is verified. A browser sends nothing behind the # to the server. */
export function linkOf(publicUrl: string, file: ReceiptFile): string {
  return `${publicUrl}/verify#${receiptToken(file)}`
}

async function contentsOf(
  db: Db,
  { trade, issuer, userId, fields }: Wishes & { trade: Trade; issuer: string },
): Promise<Receipt> {
  const { closedAt, role, split, bond } = trade
  const shows = (field: ReceiptField) => fields.includes(field)
  const pair = shows('counterparty') ? await findFirstTradeOfPair(db, trade.id) : null
  return {
    version: 1,
    issuer,
    issuedAt: trade.now,
    reference: pseudonymOf('trade', trade.id, role),
    // True until an escrow holds real USDT (server/trades/escrow/active-escrow.ts).
    demonstration: true,
    status: 'completed',
    outcome: split ? 'split' : 'released',
    role,
    completedOn: (closedAt ?? trade.now).slice(0, 10),
    ...(shows('amounts') && {
      amountUsdt: trade.amountUsdt,
      // Where nothing was split, the seller's would say the fee that the other party paid.
      ...((split || role === 'buyer') && { releasedUsdt: split?.toBuyer ?? trade.buyerReceives }),
      amountFiat: trade.amountFiat,
      fiatCurrency: trade.fiatCurrency,
      // Not in the seller's: that the other party was new is theirs to disclose.
      ...(role === 'buyer' && bond?.state === 'returned' && { bondReturnedUsdt: bond.amount }),
    }),
    ...(shows('price') && { price: trade.price, fiatCurrency: trade.fiatCurrency }),
    ...(shows('fee') && { feePaidUsdt: trade.taker === role ? (split?.fee ?? trade.fee) : '0.000000' }),
    ...(shows('method') && { paymentMethod: trade.paymentMethod }),
    ...(shows('times') && {
      openedAt: trade.createdAt,
      ...(trade.paidAt !== null && { paidAt: trade.paidAt }),
      ...(closedAt !== null && { completedAt: closedAt }),
    }),
    ...(shows('username') && { username: trade[role].username }),
    ...(pair !== null && { counterparty: pseudonymOf('counterparty', pair, userId) }),
  }
}

/** 60 bits of a hash of a trade's id, which only its two parties know. */
function pseudonymOf(purpose: string, tradeId: string, holder: string): string {
  const hash = createHash('sha256').update(`receipt ${purpose}\n${tradeId}\n${holder}`).digest('hex').toUpperCase()
  return [hash.slice(0, 5), hash.slice(5, 10), hash.slice(10, 15)].join('-')
}
