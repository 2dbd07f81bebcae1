import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  ESCALATION_HOURS,
  REFUND_HOLD_MINUTES,
  TRADE_STATUS_TEXTS,
  WITHDRAWAL_MINUTES_MAX,
} from '../../../domain/trades/trades.ts'
import { Translated } from '../../ui/Translated.tsx'
import { Board } from '../../layout/Board.tsx'

/** What each party can do at each stage of a trade. The rules themselves are the table in `domain/trades/trades.ts`. */
export function WhoMoves() {
  const { t } = useLingui()
  return (
    <Board
      caption={t`What each party can do, and when`}
      columns={[t`When`, t`Buyer`, t`Seller`, t`Automatic`]}
      rows={[
        {
          key: 'awaiting',
          cells: [
            <Trans key="when">Before payment</Trans>,
            <Trans key="buyer">
              By SEPA, records what the bank says of the seller’s name; no payment after “no match”. Marks the trade as
              paid, or cancels
            </Trans>,
            <Trans key="seller">Extends the payment window once, or cancels</Trans>,
            <Trans key="automatic">Cancelled when the payment window ends</Trans>,
          ],
        },
        {
          key: 'sent',
          cells: [
            <Translated key="when" text={TRADE_STATUS_TEXTS.payment_sent.label} />,
            <Trans key="buyer">
              Undoes “paid”, once, within <Plural value={WITHDRAWAL_MINUTES_MAX} one="# minute" other="# minutes" />, or
              opens a dispute
            </Trans>,
            <Trans key="seller">
              Confirms: the USDT is released. Or opens a dispute, about a missing payment once it must have arrived
            </Trans>,
            <Trans key="automatic">
              Disputed after <Plural value={ESCALATION_HOURS} one="# hour" other="# hours" />, later where a bank
              transfer takes longer; never cancelled
            </Trans>,
          ],
        },
        {
          key: 'held',
          cells: [
            <Translated key="when" text={TRADE_STATUS_TEXTS.refund_held.label} />,
            <Trans key="buyer">Objects with a proof of payment: a dispute opens</Trans>,
            <Trans key="seller">Waits</Trans>,
            <Trans key="automatic">
              Returned to the seller after <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" />
            </Trans>,
          ],
        },
        {
          key: 'disputed',
          cells: [
            <Translated key="when" text={TRADE_STATUS_TEXTS.disputed.label} />,
            <Trans key="buyer">Makes a statement, appeals once, or concedes</Trans>,
            <Trans key="seller">
              Makes a statement, or confirms the payment; after a decision, appeals once or concedes
            </Trans>,
            <Trans key="automatic">Carries out the arbiter’s decision</Trans>,
          ],
        },
        {
          key: 'closed',
          cells: [
            <Trans key="when">Confirmed or closed</Trans>,
            <Trans key="buyer">Nothing</Trans>,
            <Trans key="seller">Nothing: the confirmation is final</Trans>,
            <Trans key="automatic">Nothing</Trans>,
          ],
        },
      ]}
    />
  )
}
