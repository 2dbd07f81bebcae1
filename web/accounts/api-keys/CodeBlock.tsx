/** Code as it is written: long lines scroll sideways, by keyboard too, never wrap, and begin at the left in Arabic, too. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <div
      role="region"
      aria-label={label}
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a reader without a mouse scrolls it with the arrow keys
      tabIndex={0}
      className="w-full min-w-0 overflow-x-auto rounded-control border border-line bg-surface px-4 py-3"
    >
      <pre className="w-max font-mono text-sm">{children}</pre>
    </div>
  )
}
