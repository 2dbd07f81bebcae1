import type { ReactNode } from 'react'

/** Terms with their values, a line each. */
export function DescriptionList({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`divide-y divide-line ${className}`}>{children}</dl>
}

type RowProps = {
  label: ReactNode
  children: ReactNode
  /** The line with the total. */
  isTotal?: boolean
  /** A control that belongs to the figure, for instance to copy it. */
  aside?: ReactNode
  /** The value stays on one line, so the label breaks, for instance beside an amount with six decimals. */
  keepsValue?: boolean
}

export function DescriptionRow({ label, children, isTotal = false, aside, keepsValue = false }: RowProps) {
  return (
    <div
      className={`flex min-h-11 items-center justify-between gap-4 ${aside ? 'py-0.5 sm:py-1.5' : 'py-1.5'} ${isTotal ? 'font-semibold' : ''}`}
    >
      {/* Beside a control the label gives up all the width it can: a value that loses a fraction of a pixel breaks, too. */}
      <dt
        className={`max-w-[60%] ${aside || keepsValue ? 'shrink-99999 leading-snug' : 'shrink-0'} ${isTotal ? '' : 'text-muted'}`}
      >
        {label}
      </dt>
      <dd
        className={`num flex min-w-0 items-center justify-end gap-x-3 gap-y-1 text-end [overflow-wrap:anywhere] ${aside ? '' : 'flex-wrap'}`}
      >
        {children}
        {aside}
      </dd>
    </div>
  )
}
