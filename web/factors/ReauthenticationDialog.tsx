import { Plural, Trans } from '@lingui/react/macro'
import { prove, proveWithPasskey, startProofWithPasskey } from '../../domain/api.ts'
import { PROOF_MINUTES, proofAskedSchema } from '../../domain/factors.ts'
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
          We won’t ask again for <Plural value={PROOF_MINUTES} one="# minute" other="# minutes" />.
        </Trans>
      }
    >
      <ReauthenticationForm
        asked={proofAskedSchema.parse(asked)}
        onProof={async (body) => {
          await call(prove, { body })
          onAnswer(true)
        }}
        onPasskey={async () => {
          const body = await showPasskey(await call(startProofWithPasskey, { body: {} }))
          await call(proveWithPasskey, { body })
          onAnswer(true)
        }}
      />
    </Dialog>
  )
}
