import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CODE_MINUTES } from '../../../domain/accounts/accounts.ts'
import { sendReauthenticationCode } from '../../../domain/api/accounts/factors.ts'
import { useSession } from '../../session/session.ts'
import { errorText } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { CaughtMailNote } from '../../mail/CaughtMailNote.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'

/** Sends a re-authentication code by email to a user without a password. */
export function SendReauthenticationCode({ onSent }: { onSent: (codeId: string) => void }) {
  const { user } = useSession()
  const command = useCommand(sendReauthenticationCode)
  const email = user?.email ?? ''
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          You don’t have a password. We’ll email a code to{' '}
          <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi>. It expires in{' '}
          <Plural value={CODE_MINUTES} one="# minute" other="# minutes" />.
        </Trans>
      </p>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
      <Button
        variant="accent"
        busy={command.isPending}
        onClick={() => command.mutate({ body: {} }, { onSuccess: ({ codeId }) => onSent(codeId) })}
      >
        <Trans>Send the code</Trans>
      </Button>
    </div>
  )
}

/** The field for the emailed code. */
export function ReauthenticationCodeField({ name }: { name: string }) {
  const { t } = useLingui()
  const { user } = useSession()
  return (
    <>
      <p role="status">
        <Trans>We’ve emailed you a code.</Trans>
      </p>
      <CaughtMailNote to={user?.email ?? ''} />
      <TextField
        name={name}
        label={t`Code from the email`}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
      />
    </>
  )
}
