import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_AGE } from '../../../domain/accounts/accounts.ts'
import { DECISION_HOURS, STATEMENT_HOURS } from '../../../domain/disputes/disputes.ts'
import { POLICIES_UPDATED, POLICY_NOTICE_DAYS } from '../../../domain/accounts/privacy.ts'
import { DISPUTE_AFTER_MINUTES, ESCALATION_HOURS } from '../../../domain/trades/trades.ts'
import { Link } from '../../layout/Link.tsx'
import { FeeRule } from '../../trades/Fee.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { PageHead, Section, Sections, Text } from '../../layout/Article.tsx'
import { RefundRule } from './RefundRule.tsx'
import { UpdatedOn } from './UpdatedOn.tsx'

/** The terms that users accept when they register (spec-coverage 2 Static; decisions: Money, Trades, Interface). */
export default function TermsPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`Terms of service`}
        description={t`The terms of Sarraf, a USDT marketplace in a test environment.`}
      />
      <PageHead
        title={<Trans>Terms of service</Trans>}
        lead={<Trans>What you agree to when you use this test environment.</Trans>}
      >
        <UpdatedOn date={POLICIES_UPDATED} />
      </PageHead>
      <Sections>
        <AboutSarraf />
        <AboutTrades />
        <AboutConduct />
      </Sections>
    </>
  )
}

function AboutSarraf() {
  return (
    <>
      <Section title={<Trans>A test environment</Trans>}>
        <Text>
          <Trans>
            The escrow is a demo. The USDT is not real, and escrow addresses can’t receive anything. Don’t send real
            money, whatever amount or account you see here.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Who can use Sarraf</Trans>}>
        <Text>
          <Trans>
            You must be at least {MINIMUM_AGE} years old. Trading USDT is restricted or regulated in some places. You’re
            responsible for following the law where you live.
          </Trans>{' '}
          <Link to={paths.currencies} className="underline underline-offset-4">
            <Trans>Read the legal notice of each currency</Trans>
          </Link>
        </Text>
      </Section>
      <Section title={<Trans>Your account</Trans>}>
        <Text>
          <Trans>
            One person, one account, with your own email address. Keep your password private. You’re responsible for
            what is done with your account.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Our role</Trans>}>
        <Text>
          <Trans>
            Sarraf connects traders. We’re not a party to your trade, we don’t hold or transfer the money that traders
            pay each other; the demo escrow only records USDT in a ledger. Nothing here is advice to buy or sell.
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
        <TradeRules />
      </Section>
      <Section title={<Trans>Fee</Trans>}>
        <Text>
          <FeeRule />
        </Text>
      </Section>
      <Section title={<Trans>Disputes</Trans>}>
        <Text>
          <Trans>
            Talk to the other party in the trade chat first. From{' '}
            <Plural value={DISPUTE_AFTER_MINUTES} one="# minute" other="# minutes" /> after the trade is marked as paid,
            either party can open a dispute. If the seller doesn’t confirm within{' '}
            <Plural value={ESCALATION_HOURS} one="# hour" other="# hours" /> of opening the trade, or, where a bank
            transfer takes longer, by noon after the day on which it should arrive, a dispute is opened automatically.
            Each party has <Plural value={STATEMENT_HOURS} one="# hour" other="# hours" /> for a statement, then an
            arbiter decides within <Plural value={DECISION_HOURS} one="# hour" other="# hours" />. A losing party can
            appeal once, and another arbiter’s decision is final.
          </Trans>
        </Text>
      </Section>
    </>
  )
}

function TradeRules() {
  return (
    <ul className="grid max-w-[42em] list-disc gap-2 ps-5">
      <li>
        <Trans>
          Create an offer only if you’re ready to trade on its terms. A trade keeps the price and terms it was opened
          with.
        </Trans>
      </li>
      <li>
        <Trans>Buyers pay within the payment window and only then mark the trade as paid.</Trans>
      </li>
      <li>
        <Trans>
          Until then, either party can cancel, and an unpaid trade is cancelled when the payment window ends.{' '}
          <RefundRule />
        </Trans>
      </li>
      <li>
        <Trans>Sellers confirm only once the money has arrived. A confirmation is final.</Trans>
      </li>
    </ul>
  )
}

function AboutConduct() {
  return (
    <>
      <Section title={<Trans>Conduct</Trans>}>
        <Text>
          <Trans>
            Be honest with the other party, and never ask to trade outside Sarraf. Don’t impersonate anyone. Pay from an
            account in your own name. Don’t use Sarraf for stolen money or for money that isn’t yours, or to attack it
            or its users.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Our responsibility</Trans>}>
        <Text>
          <Trans>
            The test environment is provided as is. We may change, interrupt or reset it, and close accounts that break
            these terms. The USDT here has no value. We can’t return money that you send to another trader.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Changes</Trans>}>
        <Text>
          <Trans>
            Material changes are announced <Plural value={POLICY_NOTICE_DAYS} one="# day" other="# days" /> before they
            apply. If you don’t agree, stop using Sarraf before then.
          </Trans>
        </Text>
        <Text>
          <Trans>
            See also the{' '}
            <Link to={paths.privacy} className="underline underline-offset-4">
              privacy policy
            </Link>
            . Questions?{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              Contact us
            </Link>
            .
          </Trans>
        </Text>
      </Section>
    </>
  )
}
