import { Link } from '../../../layout/Link.tsx'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { changed, cleared, type FilterName } from './filters.ts'

type Props = {
  names: readonly FilterName[]
  className: string
  children: ReactNode
  /** Links in place of what only scripts can do. */
  withoutScripts?: ReactNode
}

/** The filters of a page: scripts apply each change immediately, and without scripts the browser sends the form. */
export function FilterForm({ names, className, children, withoutScripts }: Props) {
  const [present] = useSearchParams()
  return (
    <search>
      <form className={className} onSubmit={(event) => event.preventDefault()}>
        {children}
        {kept(present, names).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <noscript className="col-span-full">
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="accent">
              <Trans>Apply</Trans>
            </Button>
            {withoutScripts}
            <Link to={{ search: changed(present, cleared(names)).toString() }} className={buttonClass('quiet')}>
              <Trans>Reset filters</Trans>
            </Link>
          </div>
        </noscript>
      </form>
    </search>
  )
}

/** What the address has beside the fields: the side of Browse, and the direction of the order. */
function kept(present: URLSearchParams, names: readonly FilterName[]): [string, string][] {
  const hidden = names.includes('direction') ? 'direction' : 'type'
  const value = present.get(hidden)
  return value === null ? [] : [[hidden, value]]
}
