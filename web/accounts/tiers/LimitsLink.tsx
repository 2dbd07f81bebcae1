import { Trans } from '@lingui/react/macro'
import type { ErrorCode } from '../../../domain/errors.ts'
import { ApiError } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'

const OWN_LIMITS: readonly string[] = ['tier_trade_limit', 'tier_open_limit', 'tier_day_limit'] satisfies ErrorCode[]

/** After the refusal of a trade by the user's own limits: the way to all of them. */
export function LimitsLink({ error }: { error: unknown }) {
  if (!(error instanceof ApiError) || !OWN_LIMITS.includes(error.code)) return null
  return (
    <>
      {' '}
      <Link to={paths.accountTab('limits')} className="underline underline-offset-4">
        <Trans>See your limits</Trans>
      </Link>
    </>
  )
}
