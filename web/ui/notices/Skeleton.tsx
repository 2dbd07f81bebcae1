/** The grey shape of something on its way. Size it with `className`; it is silent for screen readers. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden className={`block animate-pulse rounded-control bg-line ${className}`} />
}

/** Rows on their way, in the shape of a list, with words for those who cannot see it. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" className="panel divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-[72px] items-center gap-4 px-5">
          <Skeleton className="size-11 shrink-0" />
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="ms-auto h-4 w-1/3" />
        </div>
      ))}
    </div>
  )
}
