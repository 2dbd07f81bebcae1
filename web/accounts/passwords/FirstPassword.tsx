import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import { forgotPassword } from '../../../domain/api/accounts/accounts.ts'
import type { User } from '../../../domain/api/accounts/sessions.ts'
import { call, errorText } from '../../client.ts'
import { CaughtMailNote } from '../../mail/CaughtMailNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'

/** For users who joined through an identity provider or a wallet: emails the link that sets their first password. */
export function FirstPassword({ user: { email, isVerified } }: { user: User }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call(forgotPassword, { body: { email } }),
  })
  if (!isVerified) {
    return (
      <p>
        <Trans>You don’t have a password yet. Confirm your email address to set one.</Trans>
      </p>
    )
  }
  return (
    <div className="grid gap-4">
      <p role="status">
        {isSuccess ? (
          <Trans>
            We’ve sent a link to <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi>. It expires in{' '}
            <Plural value={RESET_MINUTES} one="# minute" other="# minutes" /> and can be used once. Using it signs out
            every device.
          </Trans>
        ) : (
          <Trans>
            You don’t have a password yet. We can email{' '}
            <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi> a link to set one.
          </Trans>
        )}
      </p>
      {isSuccess && <CaughtMailNote to={email} />}
      {error && <ErrorNote>{errorText(error)}</ErrorNote>}
      {!isSuccess && (
        <Button className="justify-self-start" busy={isPending} onClick={() => mutate()}>
          <Trans>Send the link</Trans>
        </Button>
      )}
    </div>
  )
}
