import type { I18n } from '@lingui/core'
import { ASSET } from '../../../domain/asset.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { PRICE_DECIMALS } from '../../../domain/money.ts'
import { decimalFormatter } from '../../../domain/number-format.ts'
import type { Receipt } from '../../../domain/trades/receipts.ts'
import { RECEIPT_TEXTS } from './texts.ts'

/** The same formats as on the pages. */
const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

type Name = Exclude<keyof Receipt, 'version' | 'issuer' | 'demonstration' | 'status' | 'outcome' | 'fiatCurrency'>

/** What a receipt says, in the order of the page, in the reader's language; times are in UTC. */
export function detailsOf(receipt: Receipt, i18n: I18n): { label: string; value: string }[] {
  const decimals = (least: number, most = least) =>
    decimalFormatter(i18n.locales, { minimumFractionDigits: least, maximumFractionDigits: most })
  const usdt = (amount: string) => `${decimals(6)(amount)} ${ASSET}`
  const day = new Intl.DateTimeFormat(i18n.locales, { ...DATE, timeZone: 'UTC' })
  const time = new Intl.DateTimeFormat(i18n.locales, { ...DATE, ...TIME, timeZone: 'UTC' })
  const moment = (text: string) => `${time.format(new Date(text))} UTC`
  const currency = receipt.fiatCurrency ?? ''
  const values: Readonly<Record<Name, (text: string) => string>> = {
    role: (role) => i18n._(role === 'buyer' ? RECEIPT_TEXTS.buyer : RECEIPT_TEXTS.seller),
    completedOn: (text) => day.format(new Date(text)),
    amountUsdt: usdt,
    releasedUsdt: usdt,
    amountFiat: (amount) => `${decimals(2)(amount)} ${currency}`,
    price: (price) => `${decimals(3, PRICE_DECIMALS)(price)} ${currency}`,
    feePaidUsdt: usdt,
    bondReturnedUsdt: usdt,
    paymentMethod: (method) => i18n._(PAYMENT_METHOD_NAMES[method as NonNullable<Receipt['paymentMethod']>]),
    openedAt: moment,
    paidAt: moment,
    completedAt: moment,
    username: (name) => name,
    counterparty: (name) => name,
    reference: (name) => name,
    issuedAt: moment,
  }
  return (Object.keys(values) as Name[]).flatMap((name) => {
    const text = receipt[name]
    return text === undefined ? [] : [{ label: i18n._(RECEIPT_TEXTS[name]), value: values[name](text) }]
  })
}
