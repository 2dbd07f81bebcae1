import { Plural, Trans } from '@lingui/react/macro'
import { DISPUTE_WINDOW_HOURS } from '../../../domain/disputes.ts'
import { paths } from '../../paths.ts'
import { AnswerLink, type Question } from './question.tsx'

export const safetyQuestions: readonly Question[] = [
  {
    id: 'not-confirmed',
    category: 'security',
    title: <Trans>I paid and the seller hasn’t confirmed. What now?</Trans>,
    answer: (
      <Trans>
        The USDT stays locked, and the seller can’t take it back. Send your proof of payment in the trade chat. Disputes
        decided by an arbiter are in development. They will have to be opened within{' '}
        <Plural value={DISPUTE_WINDOW_HOURS} one="# hour" other="# hours" /> of opening the trade.
      </Trans>
    ),
  },
  {
    id: 'escrow-address',
    category: 'security',
    title: <Trans>Can I send USDT to the escrow address?</Trans>,
    answer: (
      <Trans>
        No. It’s a demo address with an invalid checksum, so wallets refuse it. For the same reason, a copied address
        starts with DEMO.
      </Trans>
    ),
  },
  {
    id: 'scams',
    category: 'security',
    title: <Trans>How do I recognise a scam?</Trans>,
    answer: (
      <Trans>
        Most scams ask you to trust something other than your own bank account, such as a screenshot, a text message or
        a “support agent”. <AnswerLink to={paths.security}>Common scams and what to do</AnswerLink>
      </Trans>
    ),
  },
  {
    id: 'asked-for-password',
    category: 'security',
    title: <Trans>Someone from Sarraf is asking for my password. What now?</Trans>,
    answer: (
      <Trans>It isn’t us: don’t reply. We never ask for your password, a code or a wallet’s recovery phrase.</Trans>
    ),
  },
]

export const feeQuestions: readonly Question[] = [
  {
    id: 'offer-cost',
    category: 'fees',
    title: <Trans>Does creating an offer cost anything?</Trans>,
    answer: (
      <Trans>
        No. Creating, pausing and deleting offers is free. The person who opens a trade on your offer pays the fee.
      </Trans>
    ),
  },
  {
    id: 'fee-direction',
    category: 'fees',
    title: <Trans>Is the fee added or deducted when I open a trade?</Trans>,
    answer: (
      <Trans>
        If you buy, it’s deducted from the USDT you receive. If you sell, it’s added to the USDT you lock. You see both
        amounts before you agree.
      </Trans>
    ),
  },
  {
    id: 'bank-fees',
    category: 'fees',
    title: <Trans>Are there other costs?</Trans>,
    answer: (
      <Trans>
        Not from Sarraf. Your bank or payment service may charge for the payment. Send enough for the full amount to
        arrive.
      </Trans>
    ),
  },
]
