/** Small drawings used inside controls. All are decoration: the words are beside them. */

export function Chevron() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
      <path d="m3 5 4 4 4-4" />
    </svg>
  )
}

export function Check() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden>
      <path d="m2.5 7.5 3 3 6-7" />
    </svg>
  )
}

export function Cross() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path d="m3 3 10 10M13 3 3 13" />
    </svg>
  )
}

export function Lock() {
  return (
    <svg width="12" height="14" viewBox="0 0 12 14" aria-hidden>
      <path d="M3 6V4a3 3 0 0 1 6 0v2" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <rect x="1" y="6" width="10" height="7.5" rx="1.5" fill="currentColor" />
    </svg>
  )
}

export function Copy() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M3.5 10.5h-.5a.5.5 0 0 1-.5-.5V3a.5.5 0 0 1 .5-.5h7a.5.5 0 0 1 .5.5v.5" />
    </svg>
  )
}

export function Star({ isFull, size }: { isFull: boolean; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={isFull ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="m10 1.8 2.5 5.3 5.8.7-4.3 4 1.1 5.7L10 14.7l-5.1 2.8L6 11.8l-4.3-4 5.8-.7z" />
    </svg>
  )
}

export function Dots({ width = 18 }: { width?: number }) {
  return (
    <svg width={width} height="4" viewBox="0 0 18 4" fill="currentColor" aria-hidden>
      <circle cx="2" cy="2" r="1.8" />
      <circle cx="9" cy="2" r="1.8" />
      <circle cx="16" cy="2" r="1.8" />
    </svg>
  )
}
