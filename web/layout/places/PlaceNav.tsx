import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useSession } from '../../session/session.ts'
import { centerInRow } from '../../ui/center-in-row.ts'
import { Link } from '../Link.tsx'
import { useOwnPlaces, type PlaceName } from './places.ts'

/** The places of a signed-in user: a list beside the page on wide screens, a row above it on others. */
export function PlaceNav({ place: open }: { place: PlaceName }) {
  const { t } = useLingui()
  const places = useOwnPlaces(useSession())
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the last places are behind the edge in some languages.
    const current = list.current?.querySelector(`[data-place=${open}]`)
    if (current) centerInRow(current)
  }, [open])
  return (
    <nav
      ref={list}
      aria-label={t`Your account`}
      className="mb-5 flex gap-1 overflow-x-auto [scrollbar-width:none] max-sm:-mx-1 max-xl:scroll-fade xl:sticky xl:top-6 xl:mb-0 xl:flex-col xl:self-start xl:overflow-visible"
    >
      {places.map(({ name, to, label }) => (
        <Link
          key={name}
          to={to}
          data-place={name}
          aria-current={name === open ? 'page' : undefined}
          className="flex h-11 shrink-0 items-center rounded-control px-3 font-medium whitespace-nowrap text-muted -outline-offset-2 hover:bg-line/40 hover:text-ink aria-[current]:bg-line/60 aria-[current]:text-ink max-sm:px-2 max-sm:text-sm"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
