/** The fields of payment accounts, without what checks them: what pages show of them. */
import { METHODS } from './methods.ts'
import type { AnyMethod, PaymentMethod } from './methods.ts'
import type { MethodField, PaymentCodeInput } from './methods/method.ts'

/** Details that were added or changed so recently before the trade was opened are marked to the buyer. */
export const RECENT_CHANGE_MINUTES = 60
/** The payment details of a trade are erased so long after its end. */
export const PAYMENT_DETAILS_DAYS = 30

export type PaymentField = AnyMethod['fields'][number]['name']

export const PAYMENT_FIELDS = [
  ...new Set(Object.values(METHODS).flatMap(({ fields }) => fields.map(({ name }) => name))),
] as readonly PaymentField[]

/** The fields of the method, in the order of the form; the last one identifies the account. */
export function fieldsOf(method: PaymentMethod): readonly MethodField<PaymentField>[] {
  return METHODS[method].fields as readonly MethodField<PaymentField>[]
}

export type PaymentDetail = { name: PaymentField; value: string }

/** What a page shows of a detail: its label, and its value as it is read aloud. The details of a trade can have a former field. */
export function shownDetail(method: PaymentMethod, { name, value }: PaymentDetail) {
  const field = fieldsOf(method).find((each) => each.name === name)
  return { label: field?.label ?? name, value: field?.grouped?.(value) ?? value, isText: field?.reads === 'name' }
}

const valuesOf = (details: readonly PaymentDetail[]) =>
  Object.fromEntries(details.map(({ name, value }) => [name, value]))

/** The text of the QR code that a banking app pays from; null where the method has none. */
export function paymentCode(
  method: PaymentMethod,
  details: readonly PaymentDetail[],
  payment: PaymentCodeInput,
): string | null {
  return METHODS[method].paymentCode?.(valuesOf(details), payment) ?? null
}

/** The address of the recipient’s page at the wallet; null where the method has none. */
export function walletPage(method: PaymentMethod, details: readonly PaymentDetail[]): string | null {
  return METHODS[method].walletPage?.(valuesOf(details)) ?? null
}
