import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../ui/dialogs/DialogFormActions.tsx'
import { FullscreenDialog } from '../ui/dialogs/FullscreenDialog.tsx'
import { PictureDialog } from '../ui/dialogs/PictureDialog.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { ARABIC, FRENCH, UNBROKEN } from './long.ts'
import { Opens } from './Opens.tsx'
import { Part, State } from './Part.tsx'

const noop = () => {}

export function Dialogs() {
  return (
    <>
      <Part name="Dialog" files={['dialogs/Dialog.tsx']} byHand="hover its cross, Tab">
        <State name="with a form">
          <Opens label="Open a dialog">
            {(props) => (
              <Dialog {...props} title="Create a key" description="It acts in your name." startsInField>
                <TextField name="key" label="Name" />
              </Dialog>
            )}
          </Opens>
        </State>
        <State name="shown once">
          <Opens label="Open a dialog that is shown once">
            {(props) => (
              <Dialog {...props} title="Your new key" isShownOnce>
                <Button variant="accent" onClick={props.onClose}>
                  I’ve saved it
                </Button>
              </Dialog>
            )}
          </Opens>
        </State>
        <State name="higher than the screen">
          <Opens label="Open a high dialog">
            {(props) => (
              <Dialog {...props} title="Trade instructions">
                {'From an account in your own name. '.repeat(120)}
              </Dialog>
            )}
          </Opens>
        </State>
        <State name="long words">
          <Opens label="Open a dialog of long words">
            {(props) => (
              <Dialog {...props} title={`${FRENCH} ${UNBROKEN}`} description={ARABIC}>
                {UNBROKEN.repeat(3)}
              </Dialog>
            )}
          </Opens>
        </State>
      </Part>
      <Part name="Buttons of a form in a dialog" files={['dialogs/DialogFormActions.tsx']}>
        <State name="ready">
          <DialogFormActions onBack={noop} busy={false}>
            Send report
          </DialogFormActions>
        </State>
        <State name="not yet possible">
          <DialogFormActions onBack={noop} busy={false} disabled>
            Send report
          </DialogFormActions>
        </State>
        <State name="busy">
          <DialogFormActions onBack={noop} busy busyText="Sending…">
            Send report
          </DialogFormActions>
        </State>
        <State name="long">
          <DialogFormActions onBack={noop} busy={false}>
            Envoyer le signalement à l’équipe
          </DialogFormActions>
        </State>
      </Part>
      <Part name="Confirmation" files={['dialogs/ConfirmDialog.tsx']}>
        <State name="notice">
          <Opens label="Open a notice">
            {(props) => (
              <ConfirmDialog {...props} title="The offer has changed">
                Read its new terms first.
              </ConfirmDialog>
            )}
          </Opens>
        </State>
        <State name="question">
          <Opens label="Open a question">
            {(props) => (
              <ConfirmDialog
                {...props}
                title="Cancel the trade?"
                confirm={{ label: 'Cancel trade', onConfirm: props.onClose, variant: 'danger' }}
              >
                The seller gets the USDT back.
              </ConfirmDialog>
            )}
          </Opens>
        </State>
        <State name="busy once confirmed">
          <Busy />
        </State>
        <State name="failed">
          <Opens label="Open a question that failed">
            {(props) => (
              <ConfirmDialog
                {...props}
                title="Delete the offer?"
                confirm={{ label: 'Delete', onConfirm: props.onClose }}
                error="The offer has an open trade."
              >
                It disappears from the list.
              </ConfirmDialog>
            )}
          </Opens>
        </State>
        <State name="long, with a label of its own to go back">
          <Opens label="Open a question of long words">
            {(props) => (
              <ConfirmDialog
                {...props}
                title={FRENCH}
                dismissLabel="Revenir à la page précédente"
                confirm={{ label: 'Supprimer définitivement l’offre', onConfirm: props.onClose }}
                error={`${ARABIC} ${UNBROKEN}`}
              >
                {UNBROKEN.repeat(3)}
              </ConfirmDialog>
            )}
          </Opens>
        </State>
      </Part>
      <Part name="Fullscreen dialog" files={['dialogs/FullscreenDialog.tsx']} byHand="hover its cross, Tab">
        <State name="for a phone">
          <Opens label="Open the chat">
            {(props) => (
              <FullscreenDialog {...props} title="Chat with karim">
                <p className="grow p-4">The content fills the space below the heading.</p>
              </FullscreenDialog>
            )}
          </Opens>
        </State>
        <State name="long title">
          <Opens label="Open the chat with a long name">
            {(props) => (
              <FullscreenDialog {...props} title={FRENCH}>
                <p className="grow p-4">{UNBROKEN.repeat(2)}</p>
              </FullscreenDialog>
            )}
          </Opens>
        </State>
      </Part>
      <Part name="Picture dialog" files={['dialogs/PictureDialog.tsx']} byHand="scroll the long one">
        <State name="of a photo, and of a long screenshot">
          <Opens label="Enlarge the photo">
            {(props) => <PictureDialog {...props} title="Image from karim" {...drawn(400, 300)} />}
          </Opens>
          <Opens label="Enlarge the screenshot">
            {(props) => <PictureDialog {...props} title="Image from karim" {...drawn(300, 4000)} />}
          </Opens>
        </State>
        <State name="long title">
          <Opens label="Enlarge the photo of a long name">
            {(props) => <PictureDialog {...props} title={FRENCH} {...drawn(400, 300)} />}
          </Opens>
        </State>
      </Part>
    </>
  )
}

function drawn(width: number, height: number) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#888"/></svg>`
  return { address: `data:image/svg+xml,${encodeURIComponent(svg)}`, picture: { width, height } }
}

/** The dialog cannot be closed while its action runs, so the example's action ends after a delay. */
function Busy() {
  const [busy, setBusy] = useState(false)
  return (
    <Opens label="Open a slow question">
      {({ isOpen, onClose }) => (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={onClose}
          title="Pause the offer?"
          confirm={{
            label: 'Pause',
            busy,
            onConfirm() {
              setBusy(true)
              setTimeout(() => {
                setBusy(false)
                onClose()
              }, 3000)
            },
          }}
        >
          It cannot be taken meanwhile.
        </ConfirmDialog>
      )}
    </Opens>
  )
}
