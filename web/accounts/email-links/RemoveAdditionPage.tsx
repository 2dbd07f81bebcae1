import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AdditionKind } from '../../../domain/accounts/additions.ts'
import { removeAddition, reviewAddition } from '../../../domain/api/accounts/accounts.ts'
import { ApiError, call, errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { useAdditionTexts } from './addition-texts.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { useLinkToken } from './link-token.ts'

/** Opened by the link "This wasn’t me" of a security email: says what it removes, and removes it when the button is pressed. */
export default function RemoveAdditionPage() {
  const { t } = useLingui()
  const token = useLinkToken()
  return (
    <AccountFrame
      title={t`Secure your account`}
      other={
        <Link to={paths.contact} className="text-ink underline">
          <Trans>Contact us</Trans>
        </Link>
      }
    >
      <PageTitle title={t`Secure your account`} />
      <div className="grid gap-5">{token === null ? <InvalidLink /> : <Removal token={token} />}</div>
    </AccountFrame>
  )
}

type Reviewed = { kind: AdditionKind; addedAt: string; isPresent: boolean; isCurrentAddress: boolean }

function Removal({ token }: { token: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const review = useQuery({
    queryKey: ['addition', token],
    queryFn: ({ signal }) => call(reviewAddition, { body: { token } }, { signal }),
    // The link is used up by its removal, which invalidates every other query.
    staleTime: Infinity,
    retry: false,
  })
  const removal = useMutation({
    mutationFn: () => call(removeAddition, { body: { token } }),
    // The session of this browser may have ended.
    onSuccess: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'addition' }),
  })
  const error = removal.error ?? review.error
  const isVoid = error instanceof ApiError && error.isDefinite
  const isExpired = error instanceof ApiError && error.code === 'link_invalid'
  if (removal.data) return <Removed {...removal.data} />
  return (
    <>
      {error && (
        <ErrorNote
          onRetry={isVoid ? undefined : () => (removal.error ? removal.mutate() : void review.refetch())}
          isRetrying={removal.isPending || review.isFetching}
        >
          {isExpired ? <Expired /> : errorText(error)}
        </ErrorNote>
      )}
      {isVoid && <NewPasswordLink />}
      {!review.data && !error && <SkeletonRows rows={2} label={t`Loading…`} />}
      {review.data && !isVoid && (
        <>
          <Effects {...review.data} />
          <Button variant="accent" busy={removal.isPending} onClick={() => removal.mutate()}>
            <Trans>Secure my account</Trans>
          </Button>
        </>
      )}
    </>
  )
}

function Effects({ kind, addedAt, isPresent, isCurrentAddress }: Reviewed) {
  const name = useAdditionTexts()(kind)
  const moment = useDates().moment(addedAt)
  return (
    <div className="grid gap-3">
      <p>
        <Trans>
          Added to your account: <bdi className="font-semibold">{name}</bdi>, <bdi>{moment}</bdi>.
        </Trans>
      </p>
      {!isPresent && (
        <p>
          <Trans>It was already removed or replaced. You can still secure your account.</Trans>
        </p>
      )}
      <p>
        <Trans>If this wasn’t you, press the button. Then:</Trans>
      </p>
      <ul className="grid list-disc gap-1.5 ps-5">
        {isPresent && kind !== 'recovery_codes' && (
          <li>
            <Trans>It will be removed.</Trans>
          </li>
        )}
        {kind === 'recovery_codes' && (
          <li>
            <Trans>Your former recovery codes will be valid again, and newer ones will stop working.</Trans>
          </li>
        )}
        <li>
          <Trans>Every device will be signed out, and your API keys will stop working.</Trans>
        </li>
        {isCurrentAddress && (
          <li>
            <Trans>Your password will stop working. We’ll email you a link to set a new one.</Trans>
          </li>
        )}
      </ul>
      {!isCurrentAddress && <OtherAddress />}
    </div>
  )
}

type RemovedAddition = { kind: AdditionKind; wasPresent: boolean; isResetLinkSent: boolean }

function Removed({ kind, wasPresent, isResetLinkSent }: RemovedAddition) {
  const name = useAdditionTexts()(kind)
  return (
    <FocusOnMount className="grid gap-4">
      <div role="status" className="grid gap-3">
        <p>
          {wasPresent ? (
            <Trans>
              Removed: <bdi>{name}</bdi>. Every device has been signed out.
            </Trans>
          ) : (
            <Trans>
              <bdi>{name}</bdi> was already removed or replaced. Every device has been signed out.
            </Trans>
          )}
        </p>
        {isResetLinkSent ? (
          <p>
            <Trans>Set a new password with the link we’ve just emailed you.</Trans>
          </p>
        ) : (
          <OtherAddress />
        )}
      </div>
      {isResetLinkSent && (
        <Link to={paths.forgotPassword} className={buttonClass('line')}>
          <Trans>Request a new link</Trans>
        </Link>
      )}
    </FocusOnMount>
  )
}

function OtherAddress() {
  return (
    <p>
      <Trans>
        Your account now has a different email address. If you didn’t change it, open the link in our email about that
        change.
      </Trans>
    </p>
  )
}

function InvalidLink() {
  return (
    <>
      <ErrorNote>
        <Expired />
      </ErrorNote>
      <NewPasswordLink />
    </>
  )
}

/** Not the message of the server, which offers another link: there is none of this kind. */
function Expired() {
  return <Trans>This link has expired or has already been used.</Trans>
}

/** A link of this kind comes with a security email only; a new password is what the user can still have. */
function NewPasswordLink() {
  return (
    <Link to={paths.forgotPassword} className={buttonClass('line')}>
      <Trans>Set a new password</Trans>
    </Link>
  )
}
