import type { ReactNode } from 'react'

/** Shown for an empty list: a text and the next action. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="panel grid justify-items-center gap-2 px-6 py-14 text-center">
      <div className="text-xl font-semibold">{title}</div>
      {children !== undefined && <p className="max-w-[36em] text-muted">{children}</p>}
      {action !== undefined && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
