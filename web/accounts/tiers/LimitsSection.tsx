import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../layout/Link.tsx'
import { Loaded } from '../../Loaded.tsx'
import { paths } from '../../paths.ts'
import { OwnLimits } from './OwnLimits.tsx'
import { tiersQuery } from './queries.ts'

/** The user's own limits; the page of all tiers is public. */
export function LimitsSection() {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Loaded query={useQuery(tiersQuery())} rows={4} label={t`Loading limits…`} hidesLaterErrors>
        {(tiers) => <OwnLimits {...tiers} />}
      </Loaded>
      <Link to={paths.limits} className="touch-area justify-self-start underline underline-offset-4">
        <Trans>All tiers and what counts for them</Trans>
      </Link>
    </div>
  )
}
