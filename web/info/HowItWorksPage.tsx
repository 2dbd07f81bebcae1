import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Fee } from '../market/Fee.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { EscrowExplanation } from '../trades/EscrowRail.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { PageHead, Section, Sections, Text } from './Article.tsx'
import { FeeExample } from './FeeExample.tsx'
import { NextStep } from './NextStep.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { ShortList } from './questions/ShortList.tsx'
import { tradingQuestions } from './questions/trading.tsx'
import { SecurityFeatures } from './SecurityFeatures.tsx'
import { ThreeSteps } from './ThreeSteps.tsx'

/** How a trade goes, how one pays, what it costs and what guards it (spec section 2, Static pages). */
export default function HowItWorksPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`How It Works`}
        description={t`Find an offer, let the escrow hold the USDT, complete the trade: how trading here works.`}
      />
      <PageHead
        title={<Trans>Two people, one trade, the USDT in between</Trans>}
        lead={
          <Trans>
            Neither side has to go first on trust. The seller’s USDT is locked before the buyer pays, and released when
            the seller has the money.
          </Trans>
        }
      >
        <EscrowExplanation />
      </PageHead>
      <div className="wrap pt-10 md:pt-12">
        <h2 className="mb-5 text-3xl">
          <Trans>Three steps</Trans>
        </h2>
        <ThreeSteps />
        <Link to={paths.howToStart} className={buttonClass('line', 'normal', 'mt-4 mb-10')}>
          <Trans>Your first trade, step by step</Trans>
        </Link>
      </div>
      <Sections>
        <Section
          title={<Trans>Ways to pay</Trans>}
          lead={<Trans>The buyer pays the seller directly. No money passes through us.</Trans>}
        >
          <PaymentMethods />
        </Section>
        <Section
          title={<Trans>What it costs</Trans>}
          lead={
            <Trans>
              <Fee /> of the USDT amount, paid by whoever opens the trade, when it completes.
            </Trans>
          }
        >
          <FeeExample />
        </Section>
        <Section title={<Trans>What guards a trade</Trans>}>
          <SecurityFeatures columns={2} />
          <Text>
            <Link to={paths.security} className="underline underline-offset-4">
              <Trans>How the escrow works today, and how to avoid scams</Trans>
            </Link>
          </Text>
        </Section>
        <Section title={<Trans>Questions about trading</Trans>}>
          <ShortList questions={tradingQuestions} />
        </Section>
      </Sections>
      <NextStep />
    </>
  )
}
