import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../ui/button-class.ts'
import { Link, isPlainPress, type To } from './Link.tsx'

type Props = { to: To; isLoading: boolean; onShowMore: () => void; className?: string }

/** Appends the next page of a list; without scripts, and in another tab, the link opens it on its own. */
export function ShowMoreLink({ to, isLoading, onShowMore, className }: Props) {
  return (
    <Link
      to={to}
      aria-busy={isLoading}
      className={buttonClass('line', 'normal', className)}
      onClick={(event) => {
        if (!isPlainPress(event)) return
        event.preventDefault()
        if (!isLoading) onShowMore()
      }}
    >
      <Trans>Show more</Trans>
    </Link>
  )
}
