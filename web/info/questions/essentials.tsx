import { Trans } from '@lingui/react/macro'
import { FIAT_CURRENCIES } from '../../../domain/offers/currencies.ts'
import { PAYMENT_METHOD_NAMES, methodsOf } from '../../../domain/payments/methods.ts'
import { FeeRule } from '../../trades/Fee.tsx'
import { MethodList } from '../../offers/market/MethodList.tsx'
import { paths } from '../../paths.ts'
import { AnswerLink, Currencies, LongestWindow, ShortestWindow, type Question } from './question.tsx'

/** The most frequent questions: on the landing page, and first in the FAQ. */
export const essentials: readonly Question[] = [
  {
    id: 'what-is-it',
    category: 'getting-started',
    title: <Trans>What is Sarraf?</Trans>,
    answer: (
      <Trans>
        A marketplace where traders buy and sell USDT directly, for <Currencies />. The USDT stays locked until the
        seller confirms, the trade is cancelled or an arbiter decides.{' '}
        <AnswerLink to={paths.howItWorks}>How it works</AnswerLink>
      </Trans>
    ),
  },
  {
    id: 'is-it-real',
    category: 'getting-started',
    title: <Trans>Is the USDT here real?</Trans>,
    answer: (
      <Trans>
        No. This is a test environment: the USDT is not real, and wallets refuse the escrow addresses. Don’t send real
        money.
      </Trans>
    ),
  },
  {
    id: 'escrow',
    category: 'security',
    title: <Trans>How does escrow protect me?</Trans>,
    answer: (
      <Trans>
        The seller’s USDT is locked when the trade opens, and released when the seller confirms the payment. A trade
        marked as paid is never cancelled automatically. <AnswerLink to={paths.security}>How escrow works</AnswerLink>
      </Trans>
    ),
  },
  {
    id: 'fee',
    category: 'fees',
    title: <Trans>What does a trade cost?</Trans>,
    answer: <FeeRule />,
  },
  {
    id: 'how-long',
    category: 'trading',
    title: <Trans>How long does a trade take?</Trans>,
    answer: (
      <Trans>
        As long as the payment takes to arrive. Each offer sets a payment window between <ShortestWindow /> and{' '}
        <LongestWindow />, and an unpaid trade is cancelled when it ends.
      </Trans>
    ),
  },
  {
    id: 'methods',
    category: 'trading',
    title: <Trans>Which currencies and payment methods are available?</Trans>,
    answer: (
      <ul>
        {FIAT_CURRENCIES.map((currency) => (
          <li key={currency}>
            <Trans>
              {currency}: <MethodList names={methodsOf(currency).map((method) => PAYMENT_METHOD_NAMES[method])} />
            </Trans>
          </li>
        ))}
      </ul>
    ),
  },
]
