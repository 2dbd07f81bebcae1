import { Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_AGE } from '../../domain/accounts.ts'
import { FEE_PERCENT } from '../../domain/quote.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { Article, Section } from './Article.tsx'

/** The terms that registering accepts (spec section 2, Static pages; decisions: Money, Trades, Law and honesty). */
export default function TermsPage() {
  const { t } = useLingui()
  return (
    <Article
      title={<Trans>Terms of Service</Trans>}
      lead={<Trans>What you agree to when you use this test environment.</Trans>}
    >
      <PageTitle title={t`Terms of Service`} description={t`The terms of this demonstration USDT marketplace.`} />
      <Section title={<Trans>A test environment</Trans>}>
        <p>
          <Trans>
            The escrow here is a demonstration. The product moves no real crypto and no real money, and an escrow
            address shown in a trade cannot receive anything. Do not send funds because of anything you see here.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Who may use it</Trans>}>
        <p>
          <Trans>
            You must be at least {MINIMUM_AGE} years old. Trading USDT is restricted or regulated in some places;
            following the law where you live is up to you.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Offers and trades</Trans>}>
        <p>
          <Trans>
            A trade keeps the price and the terms it was opened with. The buyer pays within the payment window and only
            then says that the payment is sent. The seller confirms only after the money has arrived: that word cannot
            be taken back.
          </Trans>
        </p>
        <p>
          <Trans>Before the payment is sent, either side may cancel, and the USDT goes back to the seller.</Trans>
        </p>
      </Section>
      <Section title={<Trans>Fee</Trans>}>
        <p>
          <Trans>
            {FEE_PERCENT} of the USDT amount, paid by the one who opens the trade, and only when the trade completes. A
            cancelled trade costs nothing.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Conduct</Trans>}>
        <p>
          <Trans>
            Be honest with the other side, never ask to trade outside the platform, and do not impersonate anyone.
          </Trans>
        </p>
      </Section>
    </Article>
  )
}
