import type { ReactNode } from 'react'

export type BoardRow = { key: string; cells: readonly ReactNode[] }
type Props = {
  caption: string
  columns: readonly ReactNode[]
  rows: readonly BoardRow[]
  /** Three short cells a row, side by side on a phone as well. */
  hasShortCells?: boolean
  className?: string
}

/** A table whose first cell is the row's header. On a phone each row becomes a card with the column names in it. */
export function Board({ caption, columns, rows, hasShortCells = false, className = '' }: Props) {
  return (
    <table className={`w-full text-start max-md:block ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column, at) => (
            <th key={at} scope="col" className="pe-6 pb-2 text-start text-sm font-medium text-muted">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(({ key, cells }) => (
          <Row key={key} columns={columns} cells={cells} hasShortCells={hasShortCells} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { columns: readonly ReactNode[]; cells: readonly ReactNode[]; hasShortCells: boolean }

function Row({ columns, cells, hasShortCells }: RowProps) {
  return (
    <tr
      className={`border-t border-line align-top max-md:grid max-md:py-4 ${hasShortCells ? 'max-md:grid-cols-3 max-md:gap-x-4 max-md:gap-y-2' : 'max-md:gap-1'}`}
    >
      {cells.map((cell, at) =>
        at === 0 ? (
          <th key={at} scope="row" className="text-start font-semibold max-md:col-span-full md:py-3.5 md:pe-6">
            {cell}
          </th>
        ) : (
          // Where the name of one column takes two lines, the values of the row stay on one line.
          <td key={at} className="max-md:flex max-md:flex-col max-md:justify-between md:py-3.5 md:pe-6 md:last:pe-0">
            <span aria-hidden className="block text-sm text-muted md:hidden">
              {columns[at]}
            </span>
            {cell}
          </td>
        ),
      )}
    </tr>
  )
}
