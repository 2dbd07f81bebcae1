import { Link } from '../../layout/Link.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { FeeRule } from '../../trades/Fee.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { EscrowExplanation } from '../../trades/room/EscrowExplanation.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { PageHead, Section, Sections, Text } from '../../layout/Article.tsx'
import { FeeExample } from './FeeExample.tsx'
import { NextStep } from './NextStep.tsx'
import { PaymentMethods } from './PaymentMethods.tsx'
import { ShortList } from '../questions/ShortList.tsx'
import { tradingQuestions } from '../questions/trading.tsx'
import { SecurityFeatures } from './SecurityFeatures.tsx'
import { ThreeSteps } from './ThreeSteps.tsx'
import { WhoMoves } from './WhoMoves.tsx'

/** How a trade works, payment methods, the fee and how trades are protected (spec-coverage 2 Static). */
export default function HowItWorksPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`How it works`}
        description={t`Find an offer, open a trade with the USDT in escrow, and complete it.`}
      />
      <PageHead
        title={<Trans>Trade directly, with the USDT in escrow</Trans>}
        lead={
          <Trans>
            Neither party has to trust the other first. The seller’s USDT is locked before the buyer pays, and released
            once the seller confirms the payment.
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
          title={<Trans>Payment methods</Trans>}
          lead={<Trans>The buyer pays the seller directly. No money passes through us.</Trans>}
        >
          <PaymentMethods />
        </Section>
        <Section title={<Trans>What each party can do</Trans>}>
          <WhoMoves />
        </Section>
        <Section title={<Trans>What it costs</Trans>} lead={<FeeRule />}>
          <FeeExample />
        </Section>
        <Section title={<Trans>How your trade is protected</Trans>}>
          <SecurityFeatures />
          <Text>
            <Link to={paths.security} className="underline underline-offset-4">
              <Trans>How escrow works today, and how to avoid scams</Trans>
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
