import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { DEFAULT_DIRECTION, type Direction } from '../../../../domain/offers/listing.ts'
import { Link } from '../../../layout/Link.tsx'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { changed, type Filters } from './filters.ts'

type Props = { direction: Direction | undefined }

/** The arrow beside an order turns it round. */
export function DirectionToggle({
  direction = DEFAULT_DIRECTION,
  onChange,
}: Props & { onChange: (change: Filters) => void }) {
  return (
    <Button
      className="w-11 shrink-0 px-0! noscript:hidden"
      aria-label={useToggleLabel(direction)}
      onClick={() => onChange(opposite(direction))}
    >
      <Arrow direction={direction} />
    </Button>
  )
}

/** In place of the toggle where scripts are off. */
export function DirectionLink({ direction = DEFAULT_DIRECTION }: Props) {
  const [present] = useSearchParams()
  return (
    <Link
      to={{ search: changed(present, opposite(direction)).toString() }}
      aria-label={useToggleLabel(direction)}
      className={buttonClass()}
    >
      <Arrow direction={direction} />
      {direction === 'desc' ? <Trans>Descending</Trans> : <Trans>Ascending</Trans>}
    </Link>
  )
}

function Arrow({ direction }: { direction: Direction }) {
  return <span aria-hidden>{direction === 'desc' ? '↓' : '↑'}</span>
}

function useToggleLabel(direction: Direction): string {
  const { t } = useLingui()
  return direction === 'desc' ? t`Descending, press for ascending` : t`Ascending, press for descending`
}

function opposite(direction: Direction): Filters {
  return { direction: direction === 'desc' ? 'asc' : undefined }
}
