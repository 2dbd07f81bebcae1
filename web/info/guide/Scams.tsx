import { Trans, useLingui } from '@lingui/react/macro'
import { Board } from '../../layout/Board.tsx'

/** Common scams against traders, and what to do about each. */
export function Scams() {
  const { t } = useLingui()
  return (
    <Board
      caption={t`Common scams and what to do`}
      columns={[t`Scam`, t`What it looks like`, t`What to do`]}
      rows={[
        {
          key: 'receipt',
          cells: [
            <Trans key="scam">Fake proof of payment</Trans>,
            <Trans key="looks">A screenshot, or a text message “from your bank”, but no money.</Trans>,
            <Trans key="do">Open your own bank app. Confirm only what you see there.</Trans>,
          ],
        },
        {
          key: 'third-party',
          cells: [
            <Trans key="scam">Third-party payment</Trans>,
            <Trans key="looks">
              The payment comes from a name that isn’t the buyer’s, often a victim of another scam.
            </Trans>,
            <Trans key="do">Don’t confirm. Ask your bank to return the money. Never send it back yourself.</Trans>,
          ],
        },
        {
          key: 'overpayment',
          cells: [
            <Trans key="scam">Overpayment</Trans>,
            <Trans key="looks">You’re paid too much and asked to send the rest to another account.</Trans>,
            <Trans key="do">
              Send nothing elsewhere. Ask your bank to return the money. Never send it back yourself.
            </Trans>,
          ],
        },
        {
          key: 'reversal',
          cells: [
            <Trans key="scam">Reversed payment</Trans>,
            <Trans key="looks">Some payments can be reversed days later, including PayPal.</Trans>,
            <Trans key="do">
              Prefer payment methods that are hard to reverse, and small amounts with new traders.
            </Trans>,
          ],
        },
        {
          key: 'elsewhere',
          cells: [
            <Trans key="scam">“Let’s finish on WhatsApp”</Trans>,
            <Trans key="looks">A better price or a quicker way, outside the trade.</Trans>,
            <Trans key="do">Stay in the trade chat. No one can see or prove what you agree elsewhere.</Trans>,
          ],
        },
        {
          key: 'support',
          cells: [
            <Trans key="scam">Fake support</Trans>,
            <Trans key="looks">“Support” contacts you first and asks for a code, a password or a release.</Trans>,
            <Trans key="do">We never ask for any of these. Don’t reply, and report it to us.</Trans>,
          ],
        },
        {
          key: 'copy',
          cells: [
            <Trans key="scam">Copied site</Trans>,
            <Trans key="looks">A link to a page that looks like this one and asks you to sign in.</Trans>,
            <Trans key="do">Type the address yourself. Be wary if your password manager doesn’t recognise it.</Trans>,
          ],
        },
        {
          key: 'meeting',
          cells: [
            <Trans key="scam">Code without a meeting</Trans>,
            <Trans key="looks">
              For cash in person: the other party asks for your code by chat or phone, or takes the cash before showing
              one.
            </Trans>,
            <Trans key="do">Show a code only on your screen at the meeting. No code, no cash.</Trans>,
          ],
        },
        {
          key: 'late',
          cells: [
            <Trans key="scam">Payment after cancellation</Trans>,
            <Trans key="looks">The trade was cancelled, and you’re still asked to pay.</Trans>,
            <Trans key="do">
              Don’t pay: open a new trade. If you had paid before, object while the refund is held.
            </Trans>,
          ],
        },
      ]}
    />
  )
}
