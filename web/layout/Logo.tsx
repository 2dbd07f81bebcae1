import { paths } from '../paths.ts'
import { Link } from './Link.tsx'

export const PRODUCT = 'Sarraf'

/** The mark and the name, linked to the home page. */
export function Logo() {
  return (
    <Link to={paths.home} className="flex h-11 items-center gap-2.5 text-lg font-semibold">
      <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden>
        <rect width="26" height="26" rx="5" fill="var(--accent)" />
        <path
          d="M6 10h11l-3-3M20 16H9l3 3"
          stroke="var(--on-accent)"
          strokeWidth="2.4"
          fill="none"
          strokeLinecap="square"
        />
      </svg>
      {PRODUCT}
    </Link>
  )
}
