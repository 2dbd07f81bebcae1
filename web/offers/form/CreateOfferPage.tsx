import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useSearchParams } from 'react-router'
import { ERRORS } from '../../../domain/errors.ts'
import { OFFER_LIFE_DAYS } from '../../../domain/offers/offers.ts'
import { canCreateOffers, useSession } from '../../session/session.ts'
import { SuspensionNotice } from '../../accounts/SuspensionNotice.tsx'
import { VerifyNote } from '../../accounts/VerifyNote.tsx'
import { isMissing } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { useOfferTemplates } from '../offer-templates/queries.ts'
import { paths } from '../../paths.ts'
import { WithTeamRole } from '../../accounts/teams/WithTeamRole.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/notices/EmptyState.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useMyOffer } from '../queries.ts'
import { OfferForm } from './OfferForm.tsx'
import { OfferNotFound } from '../OfferNotFound.tsx'
import { useOfferStart } from './offer-start.ts'
import { Loaded } from '../../Loaded.tsx'

/** Posting an offer, changing one, or posting another like it (spec-coverage 5 Create offer; decisions: Offers). */
export default function CreateOfferPage() {
  const { t } = useLingui()
  const session = useSession()
  const [search] = useSearchParams()
  const [edit, copy, template] = [search.get('edit'), search.get('copy'), search.get('template')]
  const title = edit === null ? t`Create offer` : t`Edit offer`
  return (
    <div className="wrap py-8 md:py-12">
      <PageTitle title={title} />
      <h1 className="title">{title}</h1>
      <p className="mt-1 mb-6 max-w-[40em] text-muted">
        {edit !== null ? (
          <Trans>
            Open trades keep their terms. Saving renews the offer for{' '}
            <Plural value={OFFER_LIFE_DAYS} one="# day" other="# days" />.
          </Trans>
        ) : (
          canCreateOffers(session) && <Trans>Set your price and limits. You can pause the offer at any time.</Trans>
        )}
      </p>
      <VerifyNote className="mb-6 [overflow-wrap:anywhere]" />
      <SuspensionNotice className="mb-6" />
      <Content key={edit ?? copy ?? template} edit={edit} copy={copy} template={template} />
    </div>
  )
}

type Source = { edit: string | null; copy: string | null; template: string | null }

function Content(source: Source) {
  const { t } = useLingui()
  const session = useSession()
  if (session.user?.roles.includes('arbiter') && source.edit === null) return <NotForArbiters />
  // The notice above says why, and whom to write to.
  if (session.user?.suspension && source.edit === null) return null
  if (session.status === 'signed-in') {
    return (
      <WithTeamRole roles={['offers']}>
        <Filled {...source} />
      </WithTeamRole>
    )
  }
  if (session.status === 'signed-out') return <LoginRequired />
  if (session.status === 'loading') return <SkeletonRows rows={5} label={t`Loading…`} />
  return <ErrorNote onRetry={session.retry}>{t`We couldn’t reach the server.`}</ErrorNote>
}

/** The form, once its initial offer has loaded. Reloading the offer resets the form. */
function Filled({ edit, copy, template }: Source) {
  const { t } = useLingui()
  const offerId = edit ?? copy
  const query = useMyOffer(offerId)
  if (offerId === null) return template === null ? <NewOffer /> : <FromTemplate templateId={template} />
  if (!query.data && isMissing(query.error)) return <OfferNotFound />
  return (
    <Loaded query={query} rows={5} label={t`Loading offer…`} hidesLaterErrors>
      {(offer) =>
        edit === null ? (
          <OfferForm copied={offer} />
        ) : (
          <OfferForm key={`${offer.version}/${offer.inventoryUsdt}`} edited={offer} />
        )
      }
    </Loaded>
  )
}

function NewOffer() {
  const { t } = useLingui()
  const start = useOfferStart()
  return start ? <OfferForm start={start} /> : <SkeletonRows rows={5} label={t`Loading…`} />
}

function FromTemplate({ templateId }: { templateId: string }) {
  return (
    <Loaded query={useOfferTemplates()} rows={5} hidesLaterErrors>
      {(templates) => {
        const template = templates.find(({ id }) => id === templateId)
        return template ? <OfferForm template={template} /> : <NoTemplate />
      }}
    </Loaded>
  )
}

function NoTemplate() {
  return (
    <>
      <ErrorNote className="mb-6">
        <Trans>This template no longer exists.</Trans>
      </ErrorNote>
      <NewOffer />
    </>
  )
}

/** Before the form and not after it, wherever a link to it led an arbiter. */
function NotForArbiters() {
  return (
    <p className="panel px-5 py-4">
      <Translated text={ERRORS.arbiter_may_not_trade.text} />
    </p>
  )
}

function LoginRequired() {
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      title={<Trans>Sign-in required</Trans>}
      action={
        <Link to={paths.loginThen(pathname + search)} className={buttonClass('accent')}>
          <Trans>Sign in to continue</Trans>
        </Link>
      }
    >
      <Trans>Sign in to create an offer.</Trans>
    </EmptyState>
  )
}
