import type { ReactNode } from 'react'

export type BoardRow = { key: string; cells: readonly ReactNode[] }
type Props = { caption: string; columns: readonly ReactNode[]; rows: readonly BoardRow[]; className?: string }

/** A table whose first cell is the row's header. On a phone each row becomes a card with the column names in it. */
export function Board({ caption, columns, rows, className = '' }: Props) {
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
          <Row key={key} columns={columns} cells={cells} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ columns, cells }: { columns: readonly ReactNode[]; cells: readonly ReactNode[] }) {
  return (
    <tr className="border-t border-line align-top max-md:grid max-md:gap-1 max-md:py-4">
      {cells.map((cell, at) =>
        at === 0 ? (
          <th key={at} scope="row" className="text-start font-semibold md:py-3.5 md:pe-6">
            {cell}
          </th>
        ) : (
          <td key={at} className="md:py-3.5 md:pe-6 md:last:pe-0">
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
