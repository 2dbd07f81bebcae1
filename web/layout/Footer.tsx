import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import type { Place } from './navigation.ts'
import { TestNotice } from './TestNotice.tsx'

/** The end of every page: where else to go, and what this place is and is not. */
export function Footer() {
  const { t } = useLingui()
  const trading = [
    { to: paths.buyOffers, label: t`Buy USDT` },
    { to: paths.sellOffers, label: t`Sell USDT` },
    { to: paths.createOffer, label: t`Create Offer` },
  ]
  const legal = [
    { to: paths.terms, label: t`Terms of Service` },
    { to: paths.privacy, label: t`Privacy` },
  ]
  return (
    <footer className="band mt-auto">
      <div className="border-y border-line">
        <TestNotice className="wrap py-2.5" />
      </div>
      <div className="wrap flex flex-wrap gap-x-20 gap-y-8 py-10">
        <p className="max-w-72 grow text-muted">
          <Trans>Buy and sell USDT with people, in dinars, euros and dollars.</Trans>
        </p>
        <Links title={t`Trading`} places={trading} />
        <Links title={t`Legal`} places={legal} />
      </div>
    </footer>
  )
}

function Links({ title, places }: { title: string; places: Place[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-sm text-muted">{title}</h2>
      <ul className="mt-1">
        {places.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-9 items-center hover:underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
