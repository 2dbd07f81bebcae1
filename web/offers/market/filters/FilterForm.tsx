import { Link } from '../../../layout/Link.tsx'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { changed, cleared, isNarrowed, type Filters } from './filters.ts'

const FORM = 'market-filters'

type Props = {
  onReset: () => void
  className: string
  children: ReactNode
  /** Links in place of what only scripts can do. */
  withoutScripts?: ReactNode
}

/** The filters of the market: scripts apply each change immediately, and without scripts the browser sends the form. */
export function FilterForm({ onReset, className, children, withoutScripts }: Props) {
  const [present] = useSearchParams()
  return (
    <search>
      <form
        id={FORM}
        className={className}
        onSubmit={(event) => event.preventDefault()}
        onReset={(event) => {
          event.preventDefault()
          onReset()
        }}
      >
        {children}
        {/* What the address has beside the fields: the side of /offers, and the direction of the order. */}
        {['type', 'direction'].map((name) => {
          const value = present.get(name)
          return value !== null && <input key={name} type="hidden" name={name} value={value} />
        })}
        <noscript className="col-span-full">
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="accent">
              <Trans>Apply</Trans>
            </Button>
            {withoutScripts}
            <Link to={{ search: changed(present, cleared()).toString() }} className={buttonClass('quiet')}>
              <Trans>Reset filters</Trans>
            </Link>
          </div>
        </noscript>
      </form>
    </search>
  )
}

/** Beside the number of offers, so that a filter that the reader did not set is seen and removed with one press. */
export function ResetButton({ filters }: { filters: Filters }) {
  if (!isNarrowed(filters)) return null
  const isOnlyCurrency = !isNarrowed({ ...filters, currency: undefined })
  return (
    <Button
      type="reset"
      form={FORM}
      variant="link"
      className="text-sm noscript:hidden"
      // Keeps the focus where it is: leaving the amount could show its error and move this button from under the pointer.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isOnlyCurrency ? <Trans>Show all currencies</Trans> : <Trans>Reset filters</Trans>}
    </Button>
  )
}
