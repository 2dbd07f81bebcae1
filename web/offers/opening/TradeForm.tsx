import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import { useSession } from '../../session/session.ts'
import { ApiError } from '../../client.ts'
import { AccountField } from '../../payments/payment-accounts/AccountField.tsx'
import { OfferRefusal, refusalOfTrades } from '../../profiles/relations/OfferRefusal.tsx'
import { AmountBoxes, type Manner } from './AmountBoxes.tsx'
import { linkAmounts, type Typed } from './amounts.ts'
import { MethodChoice } from './MethodChoice.tsx'
import { OpenTrade } from './OpenTrade.tsx'
import { PriceChange } from './PriceChange.tsx'
import { QuoteSummary } from './QuoteSummary.tsx'
import { useMethodChoice } from './use-method-choice.ts'
import { methodsOfRefusal } from './use-offered-methods.ts'
import { useIsResting, useQuote } from './use-quote.ts'

type Props = {
  manner: Manner
  offer: Offer
  /** The fiat amount to begin with; left out: none. */
  amount?: string
  /** The payment methods that the list of the offer is filtered by. */
  methods?: readonly PaymentMethod[] | undefined
  /** Called with the offer's payment methods where a quote was refused because the chosen one is no longer among them. */
  onMethodsRead: (methods: PaymentMethod[]) => void
  /** Called with a valid fiat amount once typing rests, or with '' when there is none. */
  onAmount?: (amount: string) => void
  /** Called with the payment method that the taker chooses. */
  onMethod?: (method: PaymentMethod) => void
  /** The cancel button or link, beside the button that opens the trade. */
  cancel: ReactNode
  /** Notices above that button; `isCurrencyRefused` where the quote was refused because the currency is switched off. */
  children: (isCurrencyRefused: boolean) => ReactNode
}

/**
 * The two linked amounts, the server's quote for them, and the button that opens the trade at that quote; or why the viewer
 * cannot open one.
 */
export function TradeForm(props: Props) {
  const { offer, cancel } = props
  // The offer of a list is as it was when the list was read.
  const [isGone, setIsGone] = useState(false)
  const { user } = useSession()
  const refusal = refusalOfTrades(user) ?? (isGone ? GONE : refusalOf(offer))
  if (refusal === null) return <Form {...props} onGone={() => setIsGone(true)} />
  return (
    <>
      <OfferRefusal refusal={refusal} />
      <div className="flex flex-wrap gap-3">{cancel}</div>
    </>
  )
}

const GONE = { code: 'offer_unavailable', values: {} } as const

function refusalOf({ status, refusal, opensAt }: Offer): Offer['refusal'] {
  if (status !== 'active') return GONE
  return refusal ?? (opensAt === null ? null : { code: 'offer_closed', values: { opensAt } })
}

function Form({
  manner,
  offer,
  amount = '',
  methods = [],
  onMethodsRead,
  onAmount,
  onMethod,
  onGone,
  cancel,
  children,
}: Props & { onGone: () => void }) {
  const [typed, setTyped] = useState<Typed>({ anchor: 'fiat', text: amount })
  const [chosenPrice, setChosenPrice] = useState<string>()
  // The offer of a list is shown first, and may be read again before an amount is typed.
  const agreedPrice = chosenPrice ?? offer.price
  const [choice, setMethod] = useMethodChoice(offer, methods)
  const { method } = choice
  const [accountId, setAccountId] = useState<string | null>(null)
  const [missedSubmits, setMissedSubmits] = useState(0)
  const isResting = useIsResting(typed)
  const amounts = linkAmounts(typed, agreedPrice, offer)
  const isComplete = typed.text !== '' && amounts.wrong === null
  const quoting = useQuote(offer.id, method, isResting && isComplete ? typed : null)
  const { quote } = quoting
  const isPriceNew = quote !== undefined && quote.price !== agreedPrice

  const rested = !isResting ? undefined : typed.text === '' ? '' : isComplete ? amounts.fiat : undefined
  const tellAmount = useEffectEvent((fiat: string) => onAmount?.(fiat))
  useEffect(() => {
    if (rested !== undefined) tellAmount(rested)
  }, [rested])

  const readMethods = useEffectEvent((error: Error | null) => {
    const offered = methodsOfRefusal(error)
    if (offered !== null) onMethodsRead(offered)
  })
  useEffect(() => readMethods(quoting.error), [quoting.error])

  function choose(chosen: PaymentMethod) {
    setMethod(chosen)
    onMethod?.(chosen)
  }

  function onType(next: Typed) {
    setTyped(next)
    setChosenPrice(agreedPrice)
  }

  return (
    <>
      <AmountBoxes {...{ manner, offer, typed, amounts, isResting, onType }} />
      <MethodChoice offer={offer} choice={choice} onValueChange={choose} />
      {takerRole(offer.type) === 'seller' && method !== null && (
        <AccountField method={method} value={accountId} onValueChange={setAccountId} missedSubmits={missedSubmits} />
      )}
      <QuoteSummary
        offer={offer}
        method={method}
        quoting={quoting}
        agreedPrice={agreedPrice}
        isQuoteExpected={isComplete && method !== null}
      />
      {isPriceNew && (
        <PriceChange
          from={agreedPrice}
          to={quote.price}
          currency={offer.fiatCurrency}
          onAgree={() => setChosenPrice(quote.price)}
        />
      )}
      {children(quoting.error instanceof ApiError && quoting.error.code === 'currency_unavailable')}
      <OpenTrade
        manner={manner}
        offer={offer}
        paymentAccountId={accountId}
        onAccountMissing={() => setMissedSubmits((count) => count + 1)}
        quote={quoting.isLive && !isPriceNew ? quote : undefined}
        onPriceGone={quoting.askAgain}
        onGone={onGone}
      >
        {cancel}
      </OpenTrade>
    </>
  )
}
