import { Plural, Trans } from '@lingui/react/macro'
import { LIMITS } from '../../../domain/limits.ts'
import { OFFER_LIFE_DAYS } from '../../../domain/offers/offers.ts'
import { QUOTE_SECONDS } from '../../../domain/trades/quote.ts'
import { WITHDRAWAL_MINUTES_MAX, WITHDRAWAL_MINUTES_MIN } from '../../../domain/trades/trades.ts'
import { paths } from '../../paths.ts'
import { RefundRule } from '../policies/RefundRule.tsx'
import { AnswerLink, type Question } from './question.tsx'

export const tradingQuestions: readonly Question[] = [
  {
    id: 'price',
    category: 'trading',
    title: <Trans>How is the price calculated?</Trans>,
    answer: (
      <Trans>
        From the reference rate and the offer’s percentage above or below it. A quote expires in{' '}
        <Plural value={QUOTE_SECONDS} one="# second" other="# seconds" />. A trade keeps the price it was opened at.
      </Trans>
    ),
  },
  {
    id: 'cannot-open',
    category: 'trading',
    title: <Trans>Why can’t I open a trade?</Trans>,
    answer: (
      <>
        <p>
          <Trans>
            You can have one open trade on an offer. A new trader can have {LIMITS.open_trades_of_new_trader} open
            trades on other traders’ offers; with a completed trade and an account of{' '}
            <Plural value={LIMITS.new_trader_days} one="# day" other="# days" /> the limit is{' '}
            {LIMITS.open_trades_of_taker}. Opening trades also pauses after {LIMITS.failures_before_pause} trades that
            you cancelled or didn’t pay in time within{' '}
            <Plural value={LIMITS.failure_window_hours} one="# hour" other="# hours" />.
          </Trans>
        </p>
        <p className="mt-3">
          <Trans>
            The amounts you can trade depend on your record: see{' '}
            <AnswerLink to={paths.accountTab('limits')}>your limits</AnswerLink>. They also depend on the limits of the
            offer owner.
          </Trans>
        </p>
        <p className="mt-3">
          <Trans>
            An offer can require a minimum account age, number of trades or completion rate, or be for trusted traders
            only. It may also be outside its business hours, have reached its own limit of open trades, or have too
            little USDT left.
          </Trans>
        </p>
        <p className="mt-3">
          <Trans>
            No trade can be opened with an unconfirmed email address or a suspended account, during an outage, with
            yourself or a member of your team, or if one of you has blocked the other.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'cancel',
    category: 'trading',
    title: <Trans>Can I cancel a trade?</Trans>,
    answer: (
      <Trans>
        Yes, either party can until the buyer marks it as paid. <RefundRule />
      </Trans>
    ),
  },
  {
    id: 'window-passed',
    category: 'trading',
    title: <Trans>What if the payment window ends?</Trans>,
    answer: (
      <Trans>
        An unpaid trade is cancelled. Don’t pay after that. <RefundRule /> The seller can extend the payment window
        once. A trade marked as paid is never cancelled automatically.
      </Trans>
    ),
  },
  {
    id: 'paid-by-mistake',
    category: 'trading',
    title: <Trans>I marked a trade as paid too early. What now?</Trans>,
    answer: (
      <Trans>
        Undo “paid” in the trade within <Plural value={WITHDRAWAL_MINUTES_MAX} one="# minute" other="# minutes" />. You
        can do this once per trade. You then have at least{' '}
        <Plural value={WITHDRAWAL_MINUTES_MIN} one="# minute" other="# minutes" /> to pay, and the other party sees it.
        Later, open a dispute and concede it.
      </Trans>
    ),
  },
  {
    id: 'offer-gone',
    category: 'trading',
    title: <Trans>Why isn’t my offer on the market?</Trans>,
    answer: (
      <Trans>
        Your own offers are listed only under My offers. Others see an offer while it’s active, has room for another
        trade and enough USDT for its minimum. It expires after{' '}
        <Plural value={OFFER_LIFE_DAYS} one="# day" other="# days" /> without a trade, and you can activate it again.
      </Trans>
    ),
  },
]
