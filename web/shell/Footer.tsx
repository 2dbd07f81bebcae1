import { Trans, useLingui } from '@lingui/react/macro'
import { useCurrencyList } from '../layout/currency-list.ts'
import { paths } from '../paths.ts'
import { Link } from '../layout/Link.tsx'
import type { Place } from '../layout/places/navigation.ts'
import { DemoNotice } from '../layout/DemoNotice.tsx'

/** The footer of every page: links and the demo notice. */
export function Footer() {
  const { t } = useLingui()
  const currencies = useCurrencyList('conjunction')
  const trading = [
    { to: paths.buyOffers, label: t`Buy USDT` },
    { to: paths.sellOffers, label: t`Sell USDT` },
    { to: paths.createOffer, label: t`Create offer` },
  ]
  const help = [
    { to: paths.howItWorks, label: t`How it works` },
    { to: paths.howToStart, label: t`How to start` },
    { to: paths.faq, label: t`FAQ` },
    { to: paths.security, label: t`Security` },
    { to: paths.about, label: t`About` },
    { to: paths.contact, label: t`Contact` },
    { to: paths.apiDocs, label: t`API` },
    { to: paths.transparency, label: t`Transparency` },
  ]
  const legal = [
    { to: paths.terms, label: t`Terms of service` },
    { to: paths.privacy, label: t`Privacy` },
    { to: paths.verify, label: t`Verify a receipt` },
    { to: paths.limits, label: t`Limits` },
  ]
  return (
    <footer className="band mt-auto">
      <div className="border-y border-line main-has-notice:border-b-0">
        <DemoNotice length="short" className="wrap py-2.5 main-has-notice:hidden" />
      </div>
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-8 py-10 md:grid-cols-[auto_auto_auto] lg:grid-cols-[1fr_auto_auto_auto] lg:gap-x-20">
        <p className="col-span-2 max-w-72 text-muted md:col-span-3 lg:col-span-1">
          <Trans>Buy and sell USDT directly, for {currencies}.</Trans>
        </p>
        <Links title={t`Trading`} places={trading} />
        <Links title={t`Help`} places={help} className="max-md:row-span-2" />
        <Links title={t`Legal`} places={legal} />
      </div>
    </footer>
  )
}

type LinksProps = { title: string; places: Place[]; className?: string }

function Links({ title, places, className }: LinksProps) {
  return (
    <nav aria-label={title} className={className}>
      <h2 className="text-sm text-muted">{title}</h2>
      <ul className="mt-1 md:grid md:grid-flow-col md:grid-rows-4 md:gap-x-10">
        {places.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-11 items-center hover:underline md:min-h-9">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
