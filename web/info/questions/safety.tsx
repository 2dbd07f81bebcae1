import { Plural, Trans } from '@lingui/react/macro'
import { DISPUTE_AFTER_MINUTES, ESCALATION_HOURS, REFUND_HOLD_MINUTES } from '../../../domain/trades/trades.ts'
import { paths } from '../../paths.ts'
import { AnswerLink, type Question } from './question.tsx'

export const safetyQuestions: readonly Question[] = [
  {
    id: 'not-confirmed',
    category: 'security',
    title: <Trans>I paid and the seller hasn’t confirmed. What now?</Trans>,
    answer: (
      <Trans>
        The USDT stays locked, and the seller can’t take it back. From{' '}
        <Plural value={DISPUTE_AFTER_MINUTES} one="# minute" other="# minutes" /> after you marked the trade as paid,
        you can open a dispute in the trade. <Plural value={ESCALATION_HOURS} one="# hour" other="# hours" /> after the
        trade was opened, it’s opened automatically; where a bank transfer takes longer, at noon after the day on which
        it should arrive. An arbiter then reads both statements and the evidence, and decides.
      </Trans>
    ),
  },
  {
    id: 'paid-but-cancelled',
    category: 'security',
    title: <Trans>I paid and the trade was cancelled. What now?</Trans>,
    answer: (
      <Trans>
        If the seller cancelled it or the payment window ended after you had seen the payment details, the refund is
        held for <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" />. Object within that time: add a
        proof of payment, and a dispute opens while the USDT stays locked.
      </Trans>
    ),
  },
  {
    id: 'other-name',
    category: 'security',
    title: <Trans>The payment came from another name. What now?</Trans>,
    answer: (
      <Trans>
        Don’t confirm it. Payments by third parties are a common fraud, and you may lose the money later. Open a dispute
        with that reason, and ask your bank to return the money. Never send it back yourself.
      </Trans>
    ),
  },
  {
    id: 'real-arbiter',
    category: 'security',
    title: <Trans>How do I recognise the real arbiter?</Trans>,
    answer: (
      <Trans>
        Arbiters write in the trade chat only, with the badge “Arbiter”, and quote the verification phrase of your
        dispute. They never ask you for it, and never for a password or a code.
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
