import { Trans } from '@lingui/react/macro'
import { SHOWN_FROM } from '../../../domain/staff/transparency.ts'

/** In place of a number that is withheld. */
export function Few() {
  return (
    <span className="text-base font-normal text-muted">
      <Trans>fewer than {SHOWN_FROM}</Trans>
    </span>
  )
}
