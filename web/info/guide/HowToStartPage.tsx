import { Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_AGE } from '../../../domain/accounts/accounts.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { PageHead, Section, Sections } from '../../layout/Article.tsx'
import { CheckList } from './CheckList.tsx'
import { BuyerSteps, SellerSteps } from './FirstTrade.tsx'
import { NextStep } from './NextStep.tsx'

/** The first trade as a buyer and as a seller: what to prepare, do and check (spec-coverage 2 Routes). */
export default function HowToStartPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle title={t`How to start`} description={t`Your first trade step by step, for buyers and sellers.`} />
      <PageHead
        title={<Trans>Your first trade</Trans>}
        lead={
          <Trans>
            This is a test environment: the USDT is not real, so don’t send real money. Read the offer terms before you
            open a trade.
          </Trans>
        }
      />
      <Sections>
        <Section title={<Trans>Before you start</Trans>}>
          <CheckList
            items={[
              <Trans key="age">You’re at least {MINIMUM_AGE}, and trading USDT is legal where you live.</Trans>,
              <Trans key="account">An account: email, username and a password you don’t use anywhere else.</Trans>,
              <Trans key="method">A bank account or payment service in your own name that the offer accepts.</Trans>,
              <Trans key="time">Enough time: the offer shows the payment window before you start.</Trans>,
            ]}
          />
          <p>
            <Link to={paths.register} className={buttonClass('accent')}>
              <Trans>Create account</Trans>
            </Link>
          </p>
        </Section>
        <Section title={<Trans>If you buy</Trans>} lead={<Trans>You pay money and receive USDT.</Trans>} id="buy">
          <BuyerSteps />
          <p>
            <Link to={paths.buyOffers} className={buttonClass('buy')}>
              <Trans>Buy USDT</Trans>
            </Link>
          </p>
        </Section>
        <Section title={<Trans>If you sell</Trans>} lead={<Trans>You send USDT and receive money.</Trans>} id="sell">
          <SellerSteps />
          <p>
            <Link to={paths.sellOffers} className={buttonClass('sell')}>
              <Trans>Sell USDT</Trans>
            </Link>
          </p>
        </Section>
        <Section title={<Trans>Before you pay or confirm</Trans>} lead={<SafetyLead />}>
          <CheckList
            items={[
              <Trans key="own-eyes">I checked my own bank app, not a screenshot or a text message.</Trans>,
              <Trans key="whole">The full amount has arrived, from an account in the other party’s name.</Trans>,
              <Trans key="window">The payment window is still open. Don’t pay after it ends.</Trans>,
              <Trans key="chat">Everything we agreed is in the trade chat.</Trans>,
              <Trans key="pressure">No one is rushing me, and no one claiming to be support told me to do this.</Trans>,
            ]}
          />
        </Section>
      </Sections>
      <NextStep />
    </>
  )
}

function SafetyLead() {
  return (
    <Link to={paths.security} className="underline underline-offset-4">
      <Trans>Common scams</Trans>
    </Link>
  )
}
