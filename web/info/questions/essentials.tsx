import { Trans } from '@lingui/react/macro'
import { CURRENCIES, FIAT_CURRENCIES } from '../../../domain/market.ts'
import { Fee } from '../../market/Fee.tsx'
import { MethodList } from '../../market/MethodList.tsx'
import { paths } from '../../paths.ts'
import { LongestWindow, ShortestWindow, Way, type Question } from './question.tsx'

/** What everybody asks first: on the landing page, and at the head of the FAQ. */
export const essentials: readonly Question[] = [
  {
    id: 'what-is-it',
    category: 'getting-started',
    title: <Trans>What is Sarraf?</Trans>,
    answer: (
      <Trans>
        A marketplace where people buy USDT from each other and sell it to each other, for dinars, euros and dollars.
        One person posts an offer, another takes it, and the seller’s USDT is held in escrow while the buyer pays.
      </Trans>
    ),
  },
  {
    id: 'is-it-real',
    category: 'getting-started',
    title: <Trans>Does real crypto move here?</Trans>,
    answer: (
      <Trans>
        No. This is a test environment: the escrow is a demonstration, kept in a ledger of our own, and its addresses
        are made so that a wallet refuses them. Do not send anything to anybody because of what you see here.
      </Trans>
    ),
  },
  {
    id: 'escrow',
    category: 'security',
    title: <Trans>How does the escrow protect me?</Trans>,
    answer: (
      <Trans>
        The seller’s USDT is locked the moment a trade opens, so a buyer never pays for something that is not there.
        Once the buyer has said that the payment is sent, only the seller’s confirmation releases it, and no clock takes
        it back. <Way to={paths.security}>How the escrow works</Way>
      </Trans>
    ),
  },
  {
    id: 'fee',
    category: 'fees',
    title: <Trans>What does a trade cost?</Trans>,
    answer: (
      <Trans>
        <Fee /> of the USDT amount, paid by whoever opens the trade, and only when it completes. The person whose offer
        it is pays nothing, and a cancelled trade costs nothing.
      </Trans>
    ),
  },
  {
    id: 'how-long',
    category: 'trading',
    title: <Trans>How long does a trade take?</Trans>,
    answer: (
      <Trans>
        As long as the payment takes to arrive: the USDT is released at once when the seller confirms. Every offer names
        a payment window, from <ShortestWindow /> to <LongestWindow />, and an unpaid trade ends with it. The average on
        our front page is reckoned from the trades made here.
      </Trans>
    ),
  },
  {
    id: 'methods',
    category: 'trading',
    title: <Trans>Which currencies and payment methods are there?</Trans>,
    answer: (
      <ul>
        {FIAT_CURRENCIES.map((currency) => (
          <li key={currency}>
            {currency}: <MethodList methods={CURRENCIES[currency].methods} />
          </li>
        ))}
      </ul>
    ),
  },
]
