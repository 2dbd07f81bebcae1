import { Trans, useLingui } from '@lingui/react/macro'
import { PageTitle } from '../layout/PageTitle.tsx'
import { Statistics } from '../market/Statistics.tsx'
import { PageHead, Section, Sections, Text } from './Article.tsx'
import { NextStep } from './NextStep.tsx'
import { Roadmap } from './Roadmap.tsx'

/** Why this exists, what it holds to, what stands and what is being built (spec section 2, Static pages). */
export default function AboutPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle title={t`About`} description={t`Why Sarraf exists, what it holds to, and what is being built.`} />
      <PageHead
        title={<Trans>The money changer, without the counter</Trans>}
        lead={
          <Trans>
            Sarraf is Arabic for money changer. We build the board and the lock; the trade is between two people.
          </Trans>
        }
      />
      <Sections>
        <Section title={<Trans>Mission</Trans>}>
          <Text>
            <Trans>
              That two people who do not know each other can exchange dinars, euros or dollars for USDT, see at every
              moment whether the USDT is locked and whose turn it is, and never depend on the other’s good will.
            </Trans>
          </Text>
        </Section>
        <Section title={<Trans>Story</Trans>}>
          <Text>
            <Trans>
              People trade with people because a local payment is often the only one they have. What goes wrong then is
              nearly always the same: somebody pays for coins that were never there, somebody believes a screenshot, a
              clock runs out between the payment and the button.
            </Trans>
          </Text>
          <Text>
            <Trans>
              So we began with the rules instead of the pages. Which move is open to whom, when money is locked and when
              it is released is written down once, and the database itself refuses everything else. The pages only show
              it.
            </Trans>
          </Text>
        </Section>
        <Section title={<Trans>Values</Trans>}>
          <Values />
        </Section>
        <Section
          title={<Trans>What is being built</Trans>}
          lead={<Trans>In this order. We give no dates we could not keep.</Trans>}
        >
          <Roadmap />
        </Section>
        <Section
          title={<Trans>In figures</Trans>}
          lead={<Trans>Reckoned from the trades of this test environment, demonstration trades among them.</Trans>}
        >
          <Statistics columns={2} />
        </Section>
      </Sections>
      <NextStep />
    </>
  )
}

function Values() {
  return (
    <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
      <div>
        <dt className="text-lg font-semibold">
          <Trans>Nothing that lies</Trans>
        </dt>
        <dd className="text-muted">
          <Trans>No invented ratings or counts. What is simulated says so, what is not built yet says so.</Trans>
        </dd>
      </div>
      <div>
        <dt className="text-lg font-semibold">
          <Trans>Money never moves twice</Trans>
        </dt>
        <dd className="text-muted">
          <Trans>Every movement is written once. A button pressed again does what the first press did, no more.</Trans>
        </dd>
      </div>
      <div>
        <dt className="text-lg font-semibold">
          <Trans>One price, one fee</Trans>
        </dt>
        <dd className="text-muted">
          <Trans>You see both amounts and the fee before you agree, and they never change afterwards.</Trans>
        </dd>
      </div>
      <div>
        <dt className="text-lg font-semibold">
          <Trans>As little about you as possible</Trans>
        </dt>
        <dd className="text-muted">
          <Trans>An email and a username. No tracking, no papers, and your chats are yours and the other side’s.</Trans>
        </dd>
      </div>
    </dl>
  )
}
