import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { PageTitle } from './PageTitle.tsx'

/** Shown when a page fails to render. Reloading also fetches a newer version of the site. */
export function ErrorPage() {
  const { t } = useLingui()
  return (
    <div className="wrap py-24 text-center">
      <PageTitle title={t`Something went wrong`} isListed={false} />
      <h1 className="title">
        <Trans>Something went wrong</Trans>
      </h1>
      <p className="mx-auto mt-3 max-w-[36em] text-muted">
        <Trans>We couldn’t show this page. Nothing you saved is lost.</Trans>
      </p>
      <div className="mt-8">
        <Button variant="accent" onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  )
}
