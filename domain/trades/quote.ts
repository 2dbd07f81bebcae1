/** The arithmetic of a quote: exact integers, one anchor, one direction of rounding (decisions: Money). */

export const ANCHORS = ['fiat', 'usdt'] as const
/** The amount the user typed: it stays exact, and the other one is computed from it. */
export type Anchor = (typeof ANCHORS)[number]

/** A quote lives this long by the database's clock. */
export const QUOTE_SECONDS = 60

/** The platform's fee: one part in this many of the USDT amount, which is 0.5% (spec-coverage 9). */
export const FEE_DIVISOR = 200n
export const FEE_PERCENT = '0.5'

/** Quick Trade estimates buying this much above the reference rate and selling as much below it: 0.2% (spec-coverage 9). */
const QUICK_TRADE_SPREAD_TENTHS = 2

/** fiat milli x SCALE / price e9 = usdt micro. */
const SCALE = 1_000_000_000_000n

/** Market rate x (1 + percentage/100), exact: 0.92 at +1.5% is 920000 x 1015 = 933800000, which is 0.9338. */
export function priceE9(rateE6: bigint, percentageTenths: number): bigint {
  return rateE6 * BigInt(1000 + percentageTenths)
}

/**
 * The price that Quick Trade estimates with: the reference rate in 10^-9, and the spread more to buy or less to sell.
 * 0.92 is 0.92184 to buy and 0.91816 to sell.
 */
export function quickTradePriceE9(rateE9: bigint, side: 'buy' | 'sell'): bigint {
  const tenths = side === 'buy' ? QUICK_TRADE_SPREAD_TENTHS : -QUICK_TRADE_SPREAD_TENTHS
  return (rateE9 * BigInt(1000 + tenths)) / 1000n
}

/** The USDT for typed fiat, rounded down. 150 EUR at 0.9338 is 160.633968 USDT. */
export function usdtFor(fiatMilli: bigint, price: bigint): bigint {
  return (fiatMilli * SCALE) / price
}

/** The fiat for typed USDT, rounded up to the currency's step. 100 USDT at 0.9338 is 93.38 EUR. */
export function fiatFor(usdtMicro: bigint, price: bigint, stepMilli: bigint): bigint {
  const step = SCALE * stepMilli
  return ((usdtMicro * price + step - 1n) / step) * stepMilli
}

/** The most fiat whose USDT is no more than this, in whole steps of the currency. 2,500 USDT at 0.999 is 2,497.50 USD. */
export function fiatWithin(usdtMicro: bigint, price: bigint, stepMilli: bigint): bigint {
  return (((usdtMicro + 1n) * price - 1n) / (SCALE * stepMilli)) * stepMilli
}

/** 0.5% rounded down at the sixth decimal, so never more than 0.5%. */
export function feeFor(usdtMicro: bigint): bigint {
  return usdtMicro / FEE_DIVISOR
}

export type Amounts = { fiatMilli: bigint; usdtMicro: bigint; feeMicro: bigint }

/** Both amounts and the fee, in milli fiat or micro USDT, from the anchor. */
export function quoteAmounts(anchor: Anchor, typed: bigint, price: bigint, stepMilli: bigint): Amounts {
  const fiatMilli = anchor === 'fiat' ? typed : fiatFor(typed, price, stepMilli)
  const usdtMicro = anchor === 'usdt' ? typed : usdtFor(typed, price)
  return { fiatMilli, usdtMicro, feeMicro: feeFor(usdtMicro) }
}

/**
 * What each party sends and receives. The taker pays the fee: a taker who buys receives less,
 * a taker who sells locks more ("Total to send").
 */
export function settlement(usdtMicro: bigint, feeMicro: bigint, taker: 'buyer' | 'seller') {
  return {
    sellerLocksMicro: taker === 'seller' ? usdtMicro + feeMicro : usdtMicro,
    buyerReceivesMicro: taker === 'buyer' ? usdtMicro - feeMicro : usdtMicro,
  }
}

/** What the taker of an offer receives or locks in USDT, after the fee. */
export function takerUsdt(taker: 'buyer' | 'seller', usdtMicro: bigint): bigint {
  const { sellerLocksMicro, buyerReceivesMicro } = settlement(usdtMicro, feeFor(usdtMicro), taker)
  return taker === 'buyer' ? buyerReceivesMicro : sellerLocksMicro
}
