import { Trans, useLingui } from '@lingui/react/macro'
import { Board } from './Board.tsx'

/** Who can do what with a trade, in the reader's words; the table in `domain/trades.ts` is what holds. */
export function WhoMoves() {
  const { t } = useLingui()
  return (
    <Board
      caption={t`Who can move a trade, and when`}
      columns={[t`When`, t`Buyer`, t`Seller`, t`Clock`]}
      rows={[
        {
          key: 'awaiting',
          cells: [
            <Trans key="when">Before the payment</Trans>,
            <Trans key="buyer">Says that it is sent, or cancels</Trans>,
            <Trans key="seller">Gives more time once, or cancels</Trans>,
            <Trans key="clock">Cancels when the window has passed</Trans>,
          ],
        },
        {
          key: 'sent',
          cells: [
            <Trans key="when">Payment sent</Trans>,
            <Trans key="buyer">Takes that back, once</Trans>,
            <Trans key="seller">Confirms: the USDT is released</Trans>,
            <Trans key="clock">Nothing: a paid trade is never cancelled by it</Trans>,
          ],
        },
        {
          key: 'over',
          cells: [
            <Trans key="when">Confirmed or over</Trans>,
            <Trans key="buyer">Nothing</Trans>,
            <Trans key="seller">Nothing: the word is final</Trans>,
            <Trans key="clock">Nothing</Trans>,
          ],
        },
      ]}
    />
  )
}
