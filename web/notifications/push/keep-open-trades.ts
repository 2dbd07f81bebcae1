/** Writes what the offline page of public/sw.js shows: texts and trades as a reader of this language sees them, and nothing else. */
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { addressIn, directionOf, type Language } from '../../../domain/languages.ts'
import { decimalFormatter } from '../../../domain/number-format.ts'
import { TRADE_STATES, TRADE_STATUS_TEXTS } from '../../../domain/trades/trades.ts'
import { paths } from '../../paths.ts'
import { KEPT_TRADES } from '../../session/kept-trades.ts'
import { languageOf } from '../../language-of.ts'

type KeptTrade = { id: string; path: string; title: string; amount: string; status: string; asOf: string }
type Kept = {
  language: Language
  direction: 'ltr' | 'rtl'
  texts: { title: string; notice: string; heading: string; none: string; retry: string }
  trades: KeptTrade[]
}

const ADDRESS = `/${KEPT_TRADES}`

/** Writes are serialised, because each reads what the previous one has written. */
let last: Promise<void> = Promise.resolve()

/** With `isAll` the open trades replace all kept ones; otherwise each trade replaces or removes its own row. */
export function keepOpenTrades(shown: { trades: readonly Trade[]; isAll: boolean }): Promise<void> {
  last = last.catch(() => {}).then(() => keep(shown))
  return last
}

async function keep({ trades, isAll }: { trades: readonly Trade[]; isAll: boolean }): Promise<void> {
  const cache = await caches.open(KEPT_TRADES)
  const former = isAll ? undefined : await cache.match(ADDRESS)
  const others = former
    ? ((await former.json()) as Kept).trades.filter(({ id }) => trades.every((own) => own.id !== id))
    : []
  const open = trades.filter(({ status }) => TRADE_STATES[status].isOpen).map(rowOf)
  const language = languageOf(i18n)
  const kept: Kept = {
    language,
    direction: directionOf(language),
    texts: {
      title: t`Sarraf can’t be reached`,
      notice: t`Check your connection. Below is the last known state of your open trades; it may have changed since.`,
      heading: t`Your open trades, last known state`,
      none: t`No open trades were known.`,
      retry: t`Try again`,
    },
    trades: [...open, ...others],
  }
  await cache.put(ADDRESS, Response.json(kept))
}

function rowOf(trade: Trade): KeptTrade {
  const other = trade.role === 'buyer' ? trade.seller : trade.buyer
  const name = `\u2068${other.username}\u2069`
  const { locale, locales } = i18n
  const number = decimalFormatter(locales, { minimumFractionDigits: 2, maximumFractionDigits: 6 })
  const amount = `\u2068${number(trade.amountUsdt)} USDT\u2069`
  const moment = momentIn(locales, trade.now)
  const deadline = trade.deadline === null ? null : momentIn(locales, trade.deadline)
  const status = i18n._(TRADE_STATUS_TEXTS[trade.status].label)
  return {
    id: trade.id,
    path: addressIn(locale as Language, paths.trade(trade.id)),
    title: t`Trade with ${name}`,
    amount: trade.role === 'buyer' ? t`Buying ${amount}` : t`Selling ${amount}`,
    status: deadline === null ? status : t`${status}, until ${deadline}`,
    asOf: t`Last known state: ${moment}`,
  }
}

function momentIn(locales: string | string[] | undefined, moment: string): string {
  return new Intl.DateTimeFormat(locales, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(
    new Date(moment),
  )
}
