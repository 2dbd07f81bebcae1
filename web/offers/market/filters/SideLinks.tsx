import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { isPlainPress, Link } from '../../../layout/Link.tsx'
import { pageAddress, useMarketAddress } from './filters.ts'
import { keepMarket, sidePath, type Side } from './kept-market.ts'

/** What the reader does; the other side has the same filters. */
export function SideLinks({ side }: { side: Side }) {
  const { t } = useLingui()
  const [present] = useSearchParams()
  const { latest, open } = useMarketAddress()
  const label = t`Buy or sell`
  const places: [Side, string][] = [
    ['buy', t`Buy`],
    ['sell', t`Sell`],
  ]
  return (
    <div className="grid gap-1.5 max-md:col-span-2">
      <span aria-hidden className="text-sm font-medium max-md:hidden">
        {label}
      </span>
      <nav
        aria-label={label}
        className="grid min-h-11 auto-cols-fr grid-flow-col rounded-control border border-edge bg-surface p-1"
      >
        {places.map(([place, name]) => (
          <Link
            key={place}
            to={{ pathname: sidePath(place), search: onOtherSide(present).toString() }}
            onClick={(event) => {
              if (!isPlainPress(event)) return keepMarket(place, onOtherSide(present))
              event.preventDefault()
              open({ pathname: sidePath(place), search: onOtherSide(latest().search) })
            }}
            aria-current={place === side ? 'page' : undefined}
            className="grid place-items-center rounded-[4px] px-2 text-center leading-tight font-semibold text-muted hover:text-ink aria-[current]:bg-ink aria-[current]:text-canvas lg:px-5"
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** The filters of an address without its side and page, which the path and the first page are. */
function onOtherSide(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(pageAddress(search, 1))
  next.delete('type')
  return next
}
