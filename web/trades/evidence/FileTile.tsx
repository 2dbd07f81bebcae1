/** Placeholder for a PDF, which has no preview. It is hidden from screen readers, since the type is written beside it. */
export function FileTile() {
  return (
    <span
      aria-hidden
      className="grid size-12 shrink-0 place-items-center rounded-control border border-line bg-canvas text-xs font-semibold text-muted"
    >
      PDF
    </span>
  )
}
