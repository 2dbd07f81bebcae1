import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { SHOWN_FROM } from '../../../domain/staff/transparency.ts'
import { useDates } from '../../dates.ts'
import { PageHead, Section, Sections, Text } from '../../layout/Article.tsx'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import { Link } from '../../layout/Link.tsx'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { DemoFigures } from '../../offers/market/Statistics.tsx'
import { EscrowEquation } from './EscrowEquation.tsx'
import { MethodBoard } from './MethodBoard.tsx'
import { PeriodBoard } from './PeriodBoard.tsx'
import { transparencyQuery } from './queries.ts'
import { WeekChart } from './WeekChart.tsx'
import { RetryNote } from '../../RetryNote.tsx'

export const handle: PageHandle = { read: (client) => [client.ensureQueryData(transparencyQuery)] }

/** The public figures, computed from the trades by the worker. */
export default function TransparencyPage() {
  const { t } = useLingui()
  const query = useQuery(transparencyQuery)
  const { data, error } = query
  return (
    <>
      <PageTitle title={t`Transparency`} description={t`Trades, disputes and the escrow in numbers.`} />
      <PageHead
        title={<Trans>Transparency</Trans>}
        lead={<Trans>Trades, disputes and the escrow in numbers. Every figure is computed from the trades.</Trans>}
      />
      <div className="wrap pt-6">
        <DemoNotice />
        {data?.figures?.includesDemo && (
          <p className="mt-2 text-sm text-muted">
            <DemoFigures />
          </p>
        )}
      </div>
      {data?.figures && <Stats figures={data.figures} />}
      {data && !data.figures && (
        <p className="wrap py-12 text-muted">
          <Trans>The figures are being computed. Please come back in a minute.</Trans>
        </p>
      )}
      {error && !data && (
        <div className="wrap py-12">
          <RetryNote query={query} />
        </div>
      )}
    </>
  )
}

function Stats({ figures }: { figures: Transparency }) {
  const dates = useDates()
  const { escrow, periods, weeks } = figures
  return (
    <Sections>
      <Section
        title={<Trans>Escrow</Trans>}
        lead={<Trans>The escrow balance must equal the sum of the open trades.</Trans>}
      >
        <EscrowEquation escrow={escrow} />
      </Section>
      <Section title={<Trans>Trades and disputes</Trans>}>
        <PeriodBoard periods={periods} />
      </Section>
      <Section title={<Trans>Completed trades</Trans>}>
        <WeekChart weeks={weeks} />
        <MethodBoard periods={periods} />
      </Section>
      <Section title={<Trans>How to read this</Trans>}>
        <Text>
          <Trans>
            As of {dates.moment(figures.asOf)}, the end of the last day that is counted. Days end at midnight UTC, and
            the figures are published once a day after that.
          </Trans>
        </Text>
        <Text>
          <Trans>
            Trades are counted in groups of at least {SHOWN_FROM} with the same payment method, and disputes in groups
            of at least {SHOWN_FROM} with the same outcome, because smaller numbers could show what one trader did. What
            doesn’t fill a group yet waits, and is counted on the day that fills it. So the number of a method or an
            outcome can be up to {SHOWN_FROM - 1} too low or too high for its period, and totals are the sum of what is
            shown.
          </Trans>{' '}
          <Trans>Medians aren’t available for “Since the beginning”.</Trans>
        </Text>
        <Text>
          <Trans>
            The median is the middle value: half of the trades were faster. Uptime isn’t measured yet, so it isn’t
            shown.
          </Trans>
        </Text>
        <Text>
          <Link to={paths.verify} className="underline underline-offset-4">
            <Trans>Verify a receipt</Trans>
          </Link>
        </Text>
      </Section>
    </Sections>
  )
}
