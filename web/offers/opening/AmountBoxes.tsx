import { useLingui } from '@lingui/react/macro'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { ASSET } from '../../../domain/asset.ts'
import { AMOUNT_TEXTS, formatUsdt, parseUsdt } from '../../../domain/money.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import { takerUsdt, type Anchor } from '../../../domain/trades/quote.ts'
import { useFormats } from '../../formats.ts'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import type { LinkedAmounts, Typed } from './amounts.ts'
import { largestTrade } from '../../../domain/offers/largest-trade.ts'
import { useLimitsRange } from '../use-limits-range.ts'

/** The new-trade page and the dialog word the same refusals differently (spec-coverage 5). */
export type Manner = 'page' | 'dialog'

type Props = {
  manner: Manner
  offer: Offer
  typed: Typed
  amounts: LinkedAmounts
  isResting: boolean
  onType: (typed: Typed) => void
}

/** Typing in one field computes the other. Errors appear when typing pauses, in the specification's words. */
export function AmountBoxes({ manner, offer, typed, amounts, isResting, onType }: Props) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const limitsRange = useLimitsRange()
  const isBuying = takerRole(offer.type) === 'buyer'
  const { minAmount, fiatCurrency } = offer
  const maxAmount = largestTrade(offer)?.fiat ?? offer.maxAmount
  const isDialog = manner === 'dialog'
  const errors: Record<Anchor, string> = {
    fiat: i18n._(AMOUNT_TEXTS.fiat),
    usdt: isDialog ? t`Invalid USDT amount` : i18n._(AMOUNT_TEXTS.usdt),
  }

  function errorOf(box: Anchor): string | undefined {
    const { wrong } = amounts
    if (!isResting || wrong === null) return undefined
    // The dialog answers a fiat amount of 0 or less with its minimum, the page as no valid amount (spec-coverage 5).
    const isBelow = wrong === 'below' || (wrong === 'not_positive' && isDialog && typed.anchor === 'fiat')
    if (wrong !== 'above' && !isBelow) return box === typed.anchor ? errors[box] : undefined
    // The limits are in fiat, whichever field was typed in, and read as in the hint.
    if (box === 'usdt') return undefined
    const [from, to] = [formats.decimal(minAmount, 2), formats.decimal(maxAmount, 2)]
    if (!isDialog) return i18n._(ERRORS.amount_out_of_limits.text, { from, to, currency: fiatCurrency })
    return isBelow ? t`Minimum amount is ${from} ${fiatCurrency}` : t`Maximum amount is ${to} ${fiatCurrency}`
  }

  /** What the taker receives or sends in the end: the list and the sign-in said that amount. */
  function feeHint(): string {
    const micro = amounts.wrong === null ? parseUsdt(amounts.usdt) : null
    if (micro === null) return isBuying ? t`Fee deducted from this amount` : t`Fee added to this amount`
    const moved = formats.usdt(formatUsdt(takerUsdt(takerRole(offer.type), micro)))
    return isBuying ? t`You receive ${moved} after the fee` : t`You send ${moved} with the fee`
  }

  const box = (name: Anchor) => ({
    name,
    value: amounts[name],
    error: errorOf(name),
    onValueChange: (text: string) => onType({ anchor: name, text }),
  })
  const limits = `${limitsRange(offer).fiat} ${fiatCurrency}`
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberTextField
        {...box('fiat')}
        label={isBuying ? t`You pay` : t`You are paid`}
        unit={fiatCurrency}
        hint={t`Limits ${limits}`}
      />
      <NumberTextField {...box('usdt')} label={isBuying ? t`You buy` : t`You sell`} unit={ASSET} hint={feeHint()} />
    </div>
  )
}
