import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NAME_MEANING } from 'virtual:operator'
import { useCurrencyList } from '../layout/currency-list.ts'
import { languageOf } from '../language-of.ts'
import { Link } from '../layout/Link.tsx'
import type { PageHandle } from '../layout/document/page-data.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { statisticsQuery } from '../offers/rates/rates.ts'
import { Statistics } from '../offers/market/Statistics.tsx'
import { paths } from '../paths.ts'
import { PageHead, Section, Sections, Text } from '../layout/Article.tsx'
import { NextStep } from './guide/NextStep.tsx'
import { Roadmap } from './guide/Roadmap.tsx'

export const handle: PageHandle = { read: (client) => [client.ensureQueryData(statisticsQuery)] }

/** Mission, story, values, roadmap and statistics (spec-coverage 2 Static). */
export default function AboutPage() {
  const { i18n, t } = useLingui()
  const currencies = useCurrencyList('disjunction')
  return (
    <>
      <PageTitle title={t`About`} description={t`Why Sarraf exists, its values, and what’s in development.`} />
      <PageHead
        title={<Trans>The money changer, without the counter</Trans>}
        lead={[NAME_MEANING?.[languageOf(i18n)], t`We provide the market and the escrow, and you trade directly.`]
          .filter(Boolean)
          .join(' ')}
      />
      <Sections>
        <Section title={<Trans>Mission</Trans>}>
          <Text>
            <Trans>
              Let two strangers exchange {currencies} for USDT. Both always see whether the USDT is locked and whose
              turn it is.
            </Trans>
          </Text>
        </Section>
        <Section title={<Trans>Story</Trans>}>
          <Text>
            <Trans>
              Trades between individuals tend to fail in the same way: someone pays for USDT that isn’t there, or trusts
              a screenshot. So we wrote the rules first, and the database itself refuses anything that breaks them.
            </Trans>
          </Text>
        </Section>
        <Section title={<Trans>Values</Trans>}>
          <Values />
        </Section>
        <Section title={<Trans>Roadmap</Trans>} lead={<Trans>In this order. We don’t announce dates.</Trans>}>
          <Roadmap />
        </Section>
        <Section
          title={<Trans>In numbers</Trans>}
          lead={<Trans>Calculated from trades in this test environment.</Trans>}
        >
          <Statistics columns={2} />
          <Text>
            <Link to={paths.transparency} className="underline underline-offset-4">
              <Trans>More figures: times, disputes and the escrow</Trans>
            </Link>
          </Text>
        </Section>
      </Sections>
      <NextStep />
    </>
  )
}

function Values() {
  return (
    <dl className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
      <Value title={<Trans>Figures from recorded trades</Trans>}>
        <Trans>
          They come from the trades in the database. This test environment can include demo traders and their demo
          trades.
        </Trans>
      </Value>
      <Value title={<Trans>Money never moves twice</Trans>}>
        <Trans>Every movement is recorded once. Pressing a button again doesn’t repeat it.</Trans>
      </Value>
      <Value title={<Trans>One price, one fee</Trans>}>
        <Trans>You see both amounts and the fee before you agree. They never change afterwards.</Trans>
      </Value>
      <Value title={<Trans>Minimal data</Trans>}>
        <Trans>An email address and a username. No tracking, no identity documents.</Trans>
      </Value>
    </dl>
  )
}

function Value({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-lg font-semibold">{title}</dt>
      <dd className="text-muted">{children}</dd>
    </div>
  )
}
