import type { Offer } from '../../domain/api/offers/offers.ts'
import type { TradeAgain } from '../../domain/api/trades/trade-again.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import { formatFiat } from '../../domain/money.ts'
import { isServed } from '../../domain/offers/largest-trade.ts'
import { takerRole } from '../../domain/offers/offers.ts'
import type { Context } from '../context.ts'
import type { DbOrTx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import { listTraderOffers } from '../offers/list-offers.ts'
import { getUserIdByName } from '../accounts/users/queries.ts'

type Row = {
  id: string
  role: 'buyer' | 'seller'
  fiatCurrency: FiatCurrency
  paymentMethod: PaymentMethod
  fiatMilli: bigint
}

/**
 * A completed trade with the trader, and the trader's offers on which the user can trade the same amount in the same role, by the same
 * method where the offer has it.
 */
export async function tradeAgain(
  { db, rates }: Pick<Context, 'db' | 'rates'>,
  userId: string,
  username: string,
  tradeId?: string,
): Promise<TradeAgain> {
  const trade = await findCompleted(db, userId, username, tradeId)
  if (trade === null) return { trade: null, offers: [] }
  const { fiatMilli, ...rest } = trade
  const offers = (await listTraderOffers(db, rates, userId, username, [trade.paymentMethod])).filter(
    (offer) =>
      takerRole(offer.type) === trade.role &&
      offer.fiatCurrency === trade.fiatCurrency &&
      isServed(offer, fiatMilli) &&
      offer.refusal === null,
  )
  const isOther = ({ paymentMethods }: Offer) => Number(!paymentMethods.includes(trade.paymentMethod))
  return {
    trade: { ...rest, amountFiat: formatFiat(fiatMilli) },
    offers: offers.toSorted((a, b) => isOther(a) - isOther(b)),
  }
}

/** The trade, or the latest of the two users; null where it is not completed or not theirs. Unknown traders are `not_found`. */
async function findCompleted(
  db: DbOrTx,
  userId: string,
  username: string,
  tradeId: string | undefined,
): Promise<Row | null> {
  const traderId = await getUserIdByName(db, username)
  const { rows } = await sql<Row>`
    select t.id, case when t.buyer_id = ${userId} then 'buyer' else 'seller' end as role, t.fiat_currency, t.payment_method,
      t.fiat_milli
    from trade_outcomes o join trades t on t.id = o.trade_id
    where least(o.buyer_id, o.seller_id) = least(${userId}::uuid, ${traderId}::uuid)
      and greatest(o.buyer_id, o.seller_id) = greatest(${userId}::uuid, ${traderId}::uuid) and o.failed_by is null
      and t.status = 'completed' and (${tradeId ?? null}::uuid is null or t.id = ${tradeId ?? null}::uuid)
    order by o.at desc limit 1`.execute(db)
  return rows[0] ?? null
}
