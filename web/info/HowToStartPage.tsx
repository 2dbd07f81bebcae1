import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { MINIMUM_AGE } from '../../domain/accounts.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { PageHead, Section, Sections } from './Article.tsx'
import { CheckList } from './CheckList.tsx'
import { BuyerSteps, SellerSteps } from './FirstTrade.tsx'
import { NextStep } from './NextStep.tsx'

/** The first trade, from either side: what to have ready, what to do, what to watch for (spec section 2, routes). */
export default function HowToStartPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle title={t`How to Start`} description={t`Your first trade step by step, as a buyer and as a seller.`} />
      <PageHead
        title={<Trans>Your first trade</Trans>}
        lead={
          <Trans>
            Try the whole of it here: nothing real is at stake. Begin with a small amount, and read the offer’s terms
            before you open the trade.
          </Trans>
        }
      />
      <Sections>
        <Section title={<Trans>Have ready</Trans>}>
          <CheckList
            items={[
              <Trans key="age">You are at least {MINIMUM_AGE}, and trading USDT is allowed where you live.</Trans>,
              <Trans key="account">An account here: email, username and a password you use nowhere else.</Trans>,
              <Trans key="method">A bank account or payment service in your own name that the offer accepts.</Trans>,
              <Trans key="time">Time to finish: you can see the payment window before you begin.</Trans>,
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
        <Section title={<Trans>If you sell</Trans>} lead={<Trans>You give USDT and receive money.</Trans>} id="sell">
          <SellerSteps />
          <p>
            <Link to={paths.sellOffers} className={buttonClass('sell')}>
              <Trans>Sell USDT</Trans>
            </Link>
          </p>
        </Section>
        <Section title={<Trans>Before you press a button</Trans>} lead={<SafetyLead />}>
          <CheckList
            items={[
              <Trans key="own-eyes">I looked in my own bank app, not at a screenshot or a text message.</Trans>,
              <Trans key="whole">The whole amount has arrived, from an account in the other person’s name.</Trans>,
              <Trans key="window">The payment window is still open. After it has passed nobody should pay.</Trans>,
              <Trans key="chat">Everything we agreed on stands in the trade’s chat.</Trans>,
              <Trans key="pressure">Nobody hurries me, and nobody who claims to be support told me to do this.</Trans>,
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
      <Trans>The usual tricks</Trans>
    </Link>
  )
}
