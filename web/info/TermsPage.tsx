import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { MINIMUM_AGE } from '../../domain/accounts.ts'
import { DISPUTE_WINDOW_HOURS } from '../../domain/disputes.ts'
import { POLICIES_UPDATED, POLICY_NOTICE_DAYS } from '../../domain/privacy.ts'
import { Fee } from '../market/Fee.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { PageHead, Section, Sections, Text } from './Article.tsx'
import { UpdatedOn } from './UpdatedOn.tsx'

/** The terms that registering accepts (spec section 2, Static pages; decisions: Money, Trades, Law and honesty). */
export default function TermsPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle title={t`Terms of Service`} description={t`The terms of this demonstration USDT marketplace.`} />
      <PageHead
        title={<Trans>Terms of Service</Trans>}
        lead={<Trans>What you agree to when you use this test environment, in plain words.</Trans>}
      >
        <UpdatedOn date={POLICIES_UPDATED} />
      </PageHead>
      <Sections>
        <AboutThePlace />
        <AboutTrades />
        <AboutConduct />
      </Sections>
    </>
  )
}

function AboutThePlace() {
  return (
    <>
      <Section title={<Trans>A test environment</Trans>}>
        <Text>
          <Trans>
            The escrow here is a demonstration. The product moves no real crypto and no real money, and an escrow
            address shown in a trade cannot receive anything. Do not send funds because of anything you see here.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Who may use it</Trans>}>
        <Text>
          <Trans>
            You must be at least {MINIMUM_AGE} years old. Trading USDT is restricted or regulated in some places;
            following the law where you live is up to you.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Your account</Trans>}>
        <Text>
          <Trans>
            One person, one account, with an email address that is yours. Keep your password to yourself; what is done
            with your account counts as done by you.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>What we are</Trans>}>
        <Text>
          <Trans>
            A place where people find each other. We are not a side of your trade, we do not hold or pass on money, and
            nothing here is advice on what to buy or sell.
          </Trans>
        </Text>
      </Section>
    </>
  )
}

function AboutTrades() {
  return (
    <>
      <Section title={<Trans>Offers and trades</Trans>}>
        <Text>
          <Trans>
            An offer is meant: whoever posts it is ready to trade on its terms. A trade keeps the price and the terms it
            was opened with. The buyer pays within the payment window and only then says that the payment is sent. The
            seller confirms only after the money has arrived: that word cannot be taken back.
          </Trans>
        </Text>
        <Text>
          <Trans>
            Before the payment is sent, either side may cancel, and a trade that is not paid in time is cancelled. The
            USDT then goes back to the seller.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Fee</Trans>}>
        <Text>
          <Trans>
            <Fee /> of the USDT amount, paid by the one who opens the trade, and only when the trade completes. A
            cancelled trade costs nothing.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Disagreements</Trans>}>
        <Text>
          <Trans>
            Speak with each other in the trade’s chat first. Disputes decided by an arbiter are being built; they will
            have to be opened within {DISPUTE_WINDOW_HOURS} hours of the trade’s opening. Until then a trade that is
            paid and not confirmed stays as it is.
          </Trans>
        </Text>
      </Section>
    </>
  )
}

function AboutConduct() {
  return (
    <>
      <Section title={<Trans>Conduct</Trans>}>
        <Text>
          <Trans>
            Be honest with the other side, never ask to trade outside the platform, and do not impersonate anyone. Pay
            from an account in your own name. Do not use the marketplace for stolen money, for money that is not yours,
            or to attack it or the people on it.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Our part</Trans>}>
        <Text>
          <Trans>
            The test environment is provided as it is. It may be changed, interrupted or emptied, and we may close
            accounts that break these terms. As nothing of value is moved here, nothing of value can be claimed from it.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Changes</Trans>}>
        <Text>
          <Trans>
            Changes that matter are announced {POLICY_NOTICE_DAYS} days before they apply. If you do not agree, stop
            using the marketplace before then.
          </Trans>
        </Text>
        <Text>
          <Trans>
            See also the{' '}
            <Link to={paths.privacy} className="underline underline-offset-4">
              Privacy Policy
            </Link>
            . Questions:{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              write to us
            </Link>
            .
          </Trans>
        </Text>
      </Section>
    </>
  )
}
