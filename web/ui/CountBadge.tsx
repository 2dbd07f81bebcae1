/** A number beside a label, in a circle. */
export function CountBadge({ text, className = '' }: { text: string; className?: string }) {
  return (
    <span
      className={`num grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent ${className}`}
    >
      {text}
    </span>
  )
}
