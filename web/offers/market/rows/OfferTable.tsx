/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the table is laid out as a grid */
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ROW_GRID } from './OfferRow.tsx'

type Props = {
  /** The rows are those of the previous filters: they stay, faded, while the new ones load. */
  isOld: boolean
  children: ReactNode
}

/** The table of a list of offers. Its roles are written out, since browsers drop those of a table that is laid out as a grid. */
export function OfferTable({ isOld, children }: Props) {
  const { t } = useLingui()
  const columns = [t`Trader`, t`Price`, t`Available and limits`, t`Payment`, t`Action`]
  return (
    <table
      role="table"
      aria-label={t`Offers`}
      aria-busy={isOld}
      className={`panel block transition-opacity duration-150 ${isOld ? 'opacity-60' : ''}`}
    >
      <thead role="rowgroup" className="sr-only lg:not-sr-only lg:block lg:border-b lg:border-line">
        <tr role="row" className={`${ROW_GRID} grid-cols-5 text-sm text-muted`}>
          {columns.map((column, at) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              className={`py-2 font-normal ${at === 1 || at === 2 ? 'text-end' : 'text-start'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line">
        {children}
      </tbody>
    </table>
  )
}
