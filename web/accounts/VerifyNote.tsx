import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { resendVerification } from '../../domain/api/accounts/accounts.ts'
import { errorText } from '../client.ts'
import { useCommand } from '../use-command.ts'
import { CaughtMailNote } from '../mail/CaughtMailNote.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { useToast } from '../ui/notices/Toast.tsx'
import { sessionKey, useSession } from '../session/session.ts'

/** For a signed-in user whose email is not confirmed: what they cannot do yet, and a button that sends the link again. */
export function VerifyNote({ className = '' }: { className?: string }) {
  const { t } = useLingui()
  const { user } = useSession()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(resendVerification)
  if (!user || user.isVerified) return null

  function resend() {
    command.mutate(
      { body: {} },
      {
        onSuccess: ({ isVerified }) => {
          notify(isVerified ? t`Your email address is already confirmed.` : t`We’ve sent the link.`)
          if (isVerified) void client.invalidateQueries({ queryKey: sessionKey })
        },
      },
    )
  }

  const { email } = user
  return (
    <section aria-label={t`Confirm your email address`} className={`panel grid gap-3 p-4 sm:p-5 ${className}`}>
      <p>
        <Trans>
          Confirm your email address to create offers and open trades. Open the link in the email we sent to{' '}
          <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi>.
        </Trans>
      </p>
      <CaughtMailNote to={email} />
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
      <Button size="row" busy={command.isPending} onClick={resend} className="justify-self-start">
        <Trans>Send the link again</Trans>
      </Button>
    </section>
  )
}
