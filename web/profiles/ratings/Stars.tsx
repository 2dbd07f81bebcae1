import { useLingui } from '@lingui/react/macro'
import { STARS_MAX } from '../../../domain/profiles/stars.ts'
import Star from 'lucide/dist/esm/icons/star.mjs'
import { Icon } from '../../ui/Icon.tsx'

/** The stars of one rating. */
export function Stars({ stars }: { stars: number }) {
  const { t } = useLingui()
  return (
    <span role="img" aria-label={t`${stars} of ${STARS_MAX} stars`} className="inline-flex gap-0.5">
      {Array.from({ length: STARS_MAX }, (_, n) => (
        <Icon key={n} of={Star} isFilled={n < stars} size={18} />
      ))}
    </span>
  )
}
