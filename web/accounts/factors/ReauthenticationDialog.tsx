import { Plural, Trans } from '@lingui/react/macro'
import {
  reauthenticate,
  reauthenticateWithPasskey,
  startReauthenticationWithPasskey,
} from '../../../domain/api/accounts/factors.ts'
import { REAUTHENTICATION_MINUTES, requiredReauthenticationSchema } from '../../../domain/accounts/factors.ts'
import { call } from '../../client.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { showPasskey } from './passkeys.ts'
import { ReauthenticationForm } from './ReauthenticationForm.tsx'

type Props = { asked: unknown; onAnswer: (isReauthenticated: boolean) => void }

/** Asks for re-authentication before a sensitive action continues. Closing it cancels the action. */
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
        onReauthenticate={async (body) => {
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
