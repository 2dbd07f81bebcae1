import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { STARS_MAX } from '../../../domain/profiles/stars.ts'
import Star from 'lucide/dist/esm/icons/star.mjs'
import { Icon } from '../../ui/Icon.tsx'

type Props = { value: number | null; onValueChange: (stars: number) => void; error: string | undefined }

/** One to five stars: radio buttons, which the arrow keys move between and screen readers announce with their number. */
export function StarsInput({ value, onValueChange, error }: Props) {
  const { t } = useLingui()
  const id = useId()
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id} className="grid gap-1.5">
      <legend className="text-sm font-medium">{t`Stars`}</legend>
      <div className="-ms-2 flex">
        {Array.from({ length: STARS_MAX }, (_, n) => n + 1).map((stars) => (
          <label key={stars} className="relative grid size-11 cursor-pointer place-items-center hover:text-muted">
            <input
              type="radio"
              name="stars"
              value={stars}
              checked={stars === value}
              aria-label={t`${plural(stars, { one: '# star', other: '# stars' })}`}
              onChange={() => onValueChange(stars)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-[4px]"
            />
            <Icon of={Star} isFilled={value !== null && stars <= value} size={28} />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} role="alert" className="text-sm text-sell">
          {error}
        </p>
      )}
    </fieldset>
  )
}
