import { Trans, useLingui } from '@lingui/react/macro'
import { Board } from './Board.tsx'

/** The tricks that are played on people who trade with people, and the answer to each. */
export function Scams() {
  const { t } = useLingui()
  return (
    <Board
      caption={t`Usual tricks and what to do`}
      columns={[t`Trick`, t`How it looks`, t`What you do`]}
      rows={[
        {
          key: 'receipt',
          cells: [
            <Trans key="trick">The false receipt</Trans>,
            <Trans key="looks">A screenshot, or a text message “from your bank”. The money is not there.</Trans>,
            <Trans key="do">Open your own bank app. Confirm what you see there, nothing else.</Trans>,
          ],
        },
        {
          key: 'third-party',
          cells: [
            <Trans key="trick">Somebody else’s money</Trans>,
            <Trans key="looks">
              The payment comes from a name that is not the buyer’s, often another scam’s victim.
            </Trans>,
            <Trans key="do">Do not confirm. Have your bank send it back to where it came from.</Trans>,
          ],
        },
        {
          key: 'overpayment',
          cells: [
            <Trans key="trick">Too much, by mistake</Trans>,
            <Trans key="looks">You are paid more and asked to send the rest to another account.</Trans>,
            <Trans key="do">Send nothing elsewhere. Money goes back only to the account it came from.</Trans>,
          ],
        },
        {
          key: 'reversal',
          cells: [
            <Trans key="trick">The payment that comes back</Trans>,
            <Trans key="looks">Some payments can be reversed days later, PayPal’s among them.</Trans>,
            <Trans key="do">Prefer methods that are final, and small amounts with new traders.</Trans>,
          ],
        },
        {
          key: 'elsewhere',
          cells: [
            <Trans key="trick">“Let us finish on WhatsApp”</Trans>,
            <Trans key="looks">A better price, a quicker way, outside the trade.</Trans>,
            <Trans key="do">Stay in the trade’s chat. What is agreed elsewhere nobody can see or prove.</Trans>,
          ],
        },
        {
          key: 'support',
          cells: [
            <Trans key="trick">The false helper</Trans>,
            <Trans key="looks">“Support” writes first and wants a code, a password, or that you release.</Trans>,
            <Trans key="do">Nobody here asks for any of that. Do not answer, and tell us.</Trans>,
          ],
        },
        {
          key: 'copy',
          cells: [
            <Trans key="trick">The copied site</Trans>,
            <Trans key="looks">A link to a page that looks like this one and asks you to sign in.</Trans>,
            <Trans key="do">Type the address yourself. A password manager that stays silent is a warning.</Trans>,
          ],
        },
        {
          key: 'late',
          cells: [
            <Trans key="trick">Paying after the end</Trans>,
            <Trans key="looks">The trade was cancelled, and you are asked to pay all the same.</Trans>,
            <Trans key="do">Do not pay: the USDT went back to the seller. Open a new trade.</Trans>,
          ],
        },
      ]}
    />
  )
}
