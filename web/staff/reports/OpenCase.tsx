import { Plural, Trans } from '@lingui/react/macro'
import type { StaffReport } from '../../../domain/api/staff/administration.ts'
import { REPORT_REASONS } from '../../../domain/profiles/reports.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Translated } from '../../ui/Translated.tsx'
import { ReasonText } from '../ReasonDialog.tsx'

/** The other open reports about the same user, and what their number is worth: many reporters can be one person. */
export function OpenCase({ openCase }: { openCase: NonNullable<StaffReport['openCase']> }) {
  const dates = useDates()
  const { reports, reporters, newReporters, sharedNetwork, others } = openCase
  return (
    <div className="grid gap-2 text-sm">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
        <li>
          <Plural value={reports} one="# open report about this user" other="# open reports about this user" />
        </li>
        <li>
          <Plural value={reporters} one="# reporter" other="# reporters" />
        </li>
        <li>
          <Plural
            value={newReporters}
            _0="each with a completed trade"
            one="# without a completed trade"
            other="# without a completed trade"
          />
        </li>
        <li>
          <Plural
            value={sharedNetwork}
            _0="none shares a network with another"
            one="# shares a network with another"
            other="# share a network with another"
          />
        </li>
      </ul>
      {others.map(({ id, reference, reason, text, at, reporter }) => (
        <div key={id} className="grid gap-1 border-s-2 border-line ps-3">
          <p className="num text-muted">
            <bdi dir="ltr">{reference}</bdi> · <Translated text={REPORT_REASONS[reason].text} /> · {dates.moment(at)}
            {reporter && (
              <>
                {' · '}
                <Trans>
                  reported by{' '}
                  <Link to={paths.staffUser(reporter.id)} className="underline underline-offset-4">
                    <bdi>{reporter.username}</bdi>
                  </Link>
                </Trans>
              </>
            )}
          </p>
          {text !== '' && <ReasonText>{text}</ReasonText>}
        </div>
      ))}
    </div>
  )
}
