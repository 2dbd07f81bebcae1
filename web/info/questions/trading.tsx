import { Trans } from '@lingui/react/macro'
import { OFFER_LIFE_DAYS } from '../../../domain/offers.ts'
import { QUOTE_SECONDS } from '../../../domain/quote.ts'
import { TAKE_BACK_MINUTES_MIN } from '../../../domain/trades.ts'
import type { Question } from './question.tsx'

export const tradingQuestions: readonly Question[] = [
  {
    id: 'price',
    category: 'trading',
    title: <Trans>How is the price made?</Trans>,
    answer: (
      <Trans>
        From the reference rate and the offer’s percentage above or below it. When you enter an amount you get a quote
        that holds for {QUOTE_SECONDS} seconds. The trade keeps the price it was opened at, whatever the market does.
      </Trans>
    ),
  },
  {
    id: 'cancel',
    category: 'trading',
    title: <Trans>Can I cancel a trade?</Trans>,
    answer: (
      <Trans>
        Yes, either side can, until the buyer has said that the payment is sent. The USDT goes back to the seller at
        once. After that nobody can cancel.
      </Trans>
    ),
  },
  {
    id: 'window-passed',
    category: 'trading',
    title: <Trans>What if the payment window passes?</Trans>,
    answer: (
      <Trans>
        An unpaid trade is cancelled and the USDT goes back to the seller: do not pay after that. A seller who sees that
        you need longer can give you the window’s length again, once. A trade that was marked as paid is never cancelled
        by the clock.
      </Trans>
    ),
  },
  {
    id: 'paid-by-mistake',
    category: 'trading',
    title: <Trans>I said “paid” too early. What now?</Trans>,
    answer: (
      <Trans>
        Press “Not paid after all”. It works once in a trade, puts it back to awaiting payment and leaves you at least{' '}
        {TAKE_BACK_MINUTES_MIN} minutes. The other side sees that you did it.
      </Trans>
    ),
  },
  {
    id: 'offer-gone',
    category: 'trading',
    title: <Trans>Why is my offer not on the market?</Trans>,
    answer: (
      <Trans>
        Your own offers are never shown to you while browsing: look in My Offers. To others an offer shows while it is
        active, has a free place for another trade and enough USDT left for its minimum. After {OFFER_LIFE_DAYS} days
        without a trade it expires, and you can activate it again.
      </Trans>
    ),
  },
]
