import { Trans } from '@lingui/react/macro'
import { DISPUTE_WINDOW_HOURS } from '../../../domain/disputes.ts'
import { paths } from '../../paths.ts'
import { Way, type Question } from './question.tsx'

export const safetyQuestions: readonly Question[] = [
  {
    id: 'not-confirmed',
    category: 'security',
    title: <Trans>I paid, and the seller does not confirm</Trans>,
    answer: (
      <Trans>
        The USDT stays locked; the seller cannot take it back. Write in the trade’s chat and add the receipt. Disputes,
        decided by an arbiter and opened within {DISPUTE_WINDOW_HOURS} hours of the trade’s opening, are being built.
        Until they are there such a trade waits.
      </Trans>
    ),
  },
  {
    id: 'escrow-address',
    category: 'security',
    title: <Trans>Can I send USDT to the escrow address?</Trans>,
    answer: (
      <Trans>
        No, and never try. It is a demonstration address with a wrong checksum, so that wallets refuse it. Copying it
        puts DEMO in front of it for the same reason.
      </Trans>
    ),
  },
  {
    id: 'scams',
    category: 'security',
    title: <Trans>How do I recognise a scam?</Trans>,
    answer: (
      <Trans>
        Most of them ask you to believe something other than your own bank account: a screenshot, a text message, a
        “support agent”. <Way to={paths.security}>The usual tricks, and what to do</Way>
      </Trans>
    ),
  },
  {
    id: 'asked-for-password',
    category: 'security',
    title: <Trans>Somebody from Sarraf asks for my password</Trans>,
    answer: (
      <Trans>
        Then it is not somebody from Sarraf. Nobody here needs your password, a code you received or a wallet’s recovery
        words. Names such as “support” and “admin” cannot be registered.
      </Trans>
    ),
  },
]

export const feeQuestions: readonly Question[] = [
  {
    id: 'offer-cost',
    category: 'fees',
    title: <Trans>Does posting an offer cost anything?</Trans>,
    answer: (
      <Trans>
        No. Posting, pausing and deleting offers is free, and when somebody takes your offer it is they who pay the fee.
      </Trans>
    ),
  },
  {
    id: 'fee-direction',
    category: 'fees',
    title: <Trans>Is the fee added or taken off?</Trans>,
    answer: (
      <Trans>
        If you open a trade to buy, it is taken off the USDT you receive. If you open one to sell, it is added to the
        USDT you lock. Both figures stand on the screen before you agree.
      </Trans>
    ),
  },
  {
    id: 'bank-fees',
    category: 'fees',
    title: <Trans>Are there other costs?</Trans>,
    answer: (
      <Trans>
        None of ours. Your bank or payment service may charge for the payment itself; send enough that the agreed amount
        arrives in full.
      </Trans>
    ),
  },
]
