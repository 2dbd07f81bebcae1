import { Trans, useLingui } from '@lingui/react/macro'
import { REHEARSAL_SCENARIOS } from '../../../domain/trades/rehearsals.ts'
import { SignedIn } from '../../session/SignedIn.tsx'
import type { Rehearsals } from '../../../domain/api/trades/rehearsals.ts'
import { REHEARSAL_TITLES } from '../../../domain/trades/rehearsal-script.ts'
import { Link } from '../../layout/Link.tsx'
import { PlacePage } from '../../layout/places/PlacePage.tsx'
import { paths } from '../../paths.ts'
import { OwnAccount } from '../../accounts/teams/OwnAccount.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Translated } from '../../ui/Translated.tsx'
import { useRehearsals } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

const scenarioCount = REHEARSAL_SCENARIOS.length

/** The scenarios, and which of them the user has passed. */
export default function RehearsalsPage() {
  return (
    <SignedIn>
      {() => (
        <PlacePage place="trades" section="rehearsals">
          <p className="max-w-[42em] text-muted">
            <Trans>
              Sell to a bot that tries the {scenarioCount} most common scams. Nothing here is a real trade: no USDT is
              locked, and no money moves. Pass all {scenarioCount} to raise your limits.
            </Trans>
          </p>
          <OwnAccount>
            <Scenarios />
          </OwnAccount>
        </PlacePage>
      )}
    </SignedIn>
  )
}

function Scenarios() {
  const { t } = useLingui()
  return (
    <Loaded query={useRehearsals()} rows={4} label={t`Loading rehearsal…`} noteClass="mt-6" hidesLaterErrors>
      {({ hasRehearsed, scenarios }) => (
        <>
          {hasRehearsed && (
            <p role="status" className="mt-6 rounded-control border border-buy/40 bg-buy-soft px-4 py-3 font-medium">
              <Trans>
                You have passed all {scenarioCount} scenarios.{' '}
                <Link to={paths.accountTab('limits')} className="underline underline-offset-4">
                  See your limits
                </Link>
              </Trans>
            </p>
          )}
          <ol className="mt-6 grid max-w-3xl gap-3">
            {scenarios.map((each) => (
              <Scenario key={each.scenario} {...each} />
            ))}
          </ol>
        </>
      )}
    </Loaded>
  )
}

function Scenario({ scenario, isPassed, latest }: Rehearsals['scenarios'][number]) {
  const isOpen = latest !== null && latest.moves.length > 0
  return (
    <li className="panel flex items-center justify-between gap-4 px-5 py-4">
      <div className="flex flex-wrap items-center gap-3 max-sm:flex-col max-sm:items-start max-sm:gap-1.5">
        <h2 className="text-lg">
          <Translated text={REHEARSAL_TITLES[scenario]} />
        </h2>
        {isPassed ? (
          <Badge tone="buy">
            <Trans>Passed</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Not passed yet</Trans>
          </Badge>
        )}
      </div>
      <Link to={paths.rehearsal(scenario)} className={buttonClass(isPassed ? 'line' : 'accent', 'normal', 'shrink-0')}>
        {isOpen ? <Trans>Continue</Trans> : isPassed || latest ? <Trans>Repeat</Trans> : <Trans>Start</Trans>}
        <span className="sr-only">
          {': '}
          <Translated text={REHEARSAL_TITLES[scenario]} />
        </span>
      </Link>
    </li>
  )
}
