/** What a file of this folder says about a currency; `domain/offers/currencies.ts` lists them in their order. */

export type CurrencyDefinition<Code extends string = string, Country extends string = string> = {
  /** ISO 4217. */
  code: Code
  country: Country
  /** The everyday word for amounts in it, as in "for dinars and euros". */
  units: string
  /** The smallest step of an amount, in milli units. */
  stepMilli: bigint
  /** The fixed reference rate, fiat per 1 USDT, in 10^-6. */
  referenceRateE6: bigint
  /** How amounts in it are written beside the code, in either case: the source of a regular expression, with \s for a blank. */
  unitPattern: string
  /** Where it has thousandths, a mark and three digits are as likely these as thousands. */
  hasThousandths: boolean
  /** The time zones in which it is usual. */
  timeZones: RegExp
  /** The refusal of an amount in it where another currency is chosen. */
  otherCurrencyRefusal: string
}

/** The definition with its code and its country as types. */
/*@__NO_SIDE_EFFECTS__*/
export function currency<const Code extends string, const Country extends string>(
  definition: CurrencyDefinition<Code, Country>,
): CurrencyDefinition<Code, Country> {
  return definition
}
