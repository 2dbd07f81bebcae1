import { Link } from './Link.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { PageTitle } from './PageTitle.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'

/** In place of a page that there is not, or that the reader may not know of. */
export function NotFound() {
  const { t } = useLingui()
  return (
    <div className="wrap py-24 text-center">
      <PageTitle title={t`Page not found`} />
      <h1 className="title">
        <Trans>Page not found</Trans>
      </h1>
      <p className="mt-3 text-muted">
        <Trans>There’s no page at this address.</Trans>
      </p>
      <Link to={paths.offers} className={buttonClass('accent', 'normal', 'mt-8')}>
        <Trans>Browse offers</Trans>
      </Link>
    </div>
  )
}
