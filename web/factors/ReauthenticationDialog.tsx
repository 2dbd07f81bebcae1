import { Plural, Trans } from '@lingui/react/macro'
import { reauthenticate, reauthenticateWithPasskey, startReauthenticationWithPasskey } from '../../domain/api.ts'
import { REAUTHENTICATION_MINUTES, requiredReauthenticationSchema } from '../../domain/factors.ts'
import { call } from '../client.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { showPasskey } from './passkeys.ts'
import { ReauthenticationForm } from './ReauthenticationForm.tsx'

type Props = { asked: unknown; onAnswer: (isProved: boolean) => void }

/** Asks who is there before a dangerous act goes on. Closing it leaves the act undone. */
export default function ReauthenticationDialog({ asked, onAnswer }: Props) {
  return (
    <Dialog
      isOpen
      startsInField
      onClose={() => onAnswer(false)}
      title={<Trans>Confirm it’s you</Trans>}
      description={
        <Trans>
          We won’t ask again for <Plural value={REAUTHENTICATION_MINUTES} one="# minute" other="# minutes" />.
        </Trans>
      }
    >
      <ReauthenticationForm
        asked={requiredReauthenticationSchema.parse(asked)}
        onProof={async (body) => {
          await call(reauthenticate, { body })
          onAnswer(true)
        }}
        onPasskey={async () => {
          const body = await showPasskey(await call(startReauthenticationWithPasskey, { body: {} }))
          await call(reauthenticateWithPasskey, { body })
          onAnswer(true)
        }}
      />
    </Dialog>
  )
}
