import { Trans, useLingui } from '@lingui/react/macro'
import type { Currency } from '../../../domain/api/offers/currencies.ts'
import { namedIn, SOURCE_LANGUAGE } from '../../../domain/languages.ts'
import { CURRENCIES } from '../../../domain/offers/currencies.ts'
import type { PageHandle } from '../../layout/document/page-data.ts'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { Unavailable } from './CurrencyNotice.tsx'
import { currenciesQuery, useCurrencies } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

export const handle: PageHandle = {
  read: (client, { pathname }) => [client.ensureQueryData(currenciesQuery(namedIn(pathname) ?? SOURCE_LANGUAGE))],
}

/** Each currency with its legal notice, and whether it is available. */
export default function CurrenciesPage() {
  const { t } = useLingui()
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 md:py-12">
      <PageTitle
        title={t`Currencies and legal notices`}
        description={t`Which currencies you can trade in on Sarraf, and what the law says about them.`}
      />
      <div>
        <h1 className="title">
          <Trans>Currencies and legal notices</Trans>
        </h1>
        <p className="mt-2 max-w-[42em] text-muted">
          <Trans>
            The law that applies to you is that of the country you live in. These notices are general information, not
            legal advice.
          </Trans>
        </p>
      </div>
      <Loaded query={useCurrencies()} rows={3} hidesLaterErrors>
        {({ currencies }) => currencies.map((currency) => <OneCurrency key={currency.fiatCurrency} {...currency} />)}
      </Loaded>
    </div>
  )
}

function OneCurrency({ fiatCurrency, isAvailable, notice }: Currency) {
  return (
    <section id={fiatCurrency} className="panel grid gap-x-12 gap-y-3 px-5 py-5 sm:px-7 lg:grid-cols-[17rem_1fr]">
      <h2 className="flex flex-wrap content-start items-center gap-x-3 gap-y-1 text-xl">
        <span>
          <bdi dir="ltr">{fiatCurrency}</bdi> · <Translated text={CURRENCIES[fiatCurrency].country} />
        </span>
        {isAvailable ? (
          <Badge tone="buy">
            <Trans>Available</Trans>
          </Badge>
        ) : (
          <Badge tone="sell">
            <Trans>Switched off</Trans>
          </Badge>
        )}
      </h2>
      <div className="grid max-w-[42em] content-start gap-3">
        {!isAvailable && <Unavailable currency={fiatCurrency} />}
        {notice !== '' && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{notice}</p>}
      </div>
    </section>
  )
}
