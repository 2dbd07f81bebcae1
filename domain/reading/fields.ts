/** Text fields of the contract: each says how it is read, in the browser and on the server (`contract.test.ts`). */
import * as z from 'zod/mini'
import { CURRENCIES, FIAT_CURRENCIES } from '../offers/currencies.ts'
import type { FiatCurrency } from '../offers/currencies.ts'
import { isUnit, readNumber } from './numbers.ts'
import { READINGS } from './readings.ts'
import type { Reading } from './readings.ts'

/** The reading of each schema that is made here. */
export const readings = z.registry<{ reading: Reading }>()

/** More than any value with all that surrounds it. */
const TYPED_MAX = 1000

type ShortReading = Exclude<Reading, NumberReading | 'freeText' | 'exact' | 'name' | 'password'>
type NumberReading = 'amount' | 'assetAmount' | 'percentage'

/** A value that is read before it is checked: later checks see the plain one, which is the schema's output. */
/*@__NO_SIDE_EFFECTS__*/
export function reads(reading: ShortReading) {
  return marked(reading, z.string().check(z.maxLength(TYPED_MAX, { abort: true }), overwrite(reading)))
}

/** A number that is read as no language's own. Refuses a text that could be two. */
/*@__NO_SIDE_EFFECTS__*/
export function readsNumber(reading: NumberReading) {
  return marked(
    reading,
    z.string().check(z.maxLength(TYPED_MAX, { abort: true }), overwrite(reading), (ctx) => {
      const read = readNumber(ctx.value)
      if (read && 'either' in read) ctx.issues.push({ code: 'custom', input: ctx.value, message: EITHER })
    }),
  )
}

/** Free text: the schema's output is cleaned, and later checks see the clean text. */
/*@__NO_SIDE_EFFECTS__*/
export function freeText() {
  return marked('freeText', z.string().check(overwrite('freeText')))
}

/** A name in one line, cleaned like free text. */
/*@__NO_SIDE_EFFECTS__*/
export function nameText() {
  return marked('name', z.string().check(overwrite('name')))
}

/** A password, as it is typed. */
/*@__NO_SIDE_EFFECTS__*/
export function passwordText() {
  return marked('password', z.string())
}

/** What a program made: it is taken as it is, and its checks say which form it has. */
/*@__NO_SIDE_EFFECTS__*/
export function exact() {
  return marked('exact', z.string())
}

/** The number of an amount that was read, without the unit that it may name. */
export function numberOf(amount: string): string {
  const [, number, unit = ''] = NAMED.exec(amount) ?? []
  return number !== undefined && isUnit(unit) ? number : amount
}

const NAMED = /^(\S+) (\S+)$/

/** Takes away the currency that amounts name, and refuses another than the form's; null or undefined: any is right. */
/*@__NO_SIDE_EFFECTS__*/
export function inCurrency<Name extends string, Form extends Partial<Record<Name, string | undefined>>>(
  names: readonly Name[],
  currencyOf: (form: Form) => FiatCurrency | null | undefined,
) {
  return z.check<Form>((ctx) => {
    const form: Partial<Record<Name, string | undefined>> = ctx.value
    for (const name of names) {
      const amount = form[name] ?? ''
      const number = numberOf(amount)
      if (number === amount) continue
      const unit = amount.slice(number.length + 1)
      const known = FIAT_CURRENCIES.find((currency) => currency === unit)
      if (known !== undefined && known === (currencyOf(ctx.value) ?? known)) form[name] = number
      else {
        const message = known === undefined ? UNKNOWN_UNIT : CURRENCIES[known].otherCurrencyRefusal
        ctx.issues.push({ code: 'custom', input: ctx.value, path: [name], message })
      }
    }
  })
}

const UNKNOWN_UNIT = /*i18n*/ 'This amount is in another currency. Enter it in the currency chosen here.'
const EITHER =
  /*i18n*/ 'This can be read as two numbers. Write it with a point before the decimals and nothing between the thousands.'

function overwrite(reading: Reading) {
  return z.overwrite<string>(READINGS[reading])
}

/*@__NO_SIDE_EFFECTS__*/
function marked<S extends z.ZodMiniType>(reading: Reading, schema: S): S {
  readings.add(schema, { reading })
  return schema
}
