import { useState, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../ui/dialogs/DialogFormActions.tsx'
import { Drawer } from '../ui/dialogs/Drawer.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { FullscreenDialog } from '../ui/dialogs/FullscreenDialog.tsx'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/dialogs/Menu.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { TextField } from '../ui/fields/TextField.tsx'
import { Part, State } from './Part.tsx'

const noop = () => {}
const ORDERS = [
  { value: 'price', label: 'Best price' },
  { value: 'speed', label: 'Fastest' },
]

export function Overlays() {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [order, setOrder] = useState('price')
  const [step, setStep] = useState(1)
  return (
    <>
      <Part name="Dialog" files={['dialogs/Dialog.tsx']}>
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
          <Opens label="Open a long dialog">
            {(props) => (
              <Dialog {...props} title="Trade instructions">
                {'From an account in your own name. '.repeat(120)}
              </Dialog>
            )}
          </Opens>
        </State>
      </Part>
      <Part name="Buttons of a form in a dialog" files={['dialogs/DialogFormActions.tsx']}>
        <State name="ready" isWide>
          <DialogFormActions onBack={noop} busy={false}>
            Send report
          </DialogFormActions>
        </State>
        <State name="busy" isWide>
          <DialogFormActions onBack={noop} busy busyText="Sending…">
            Send report
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
        <State name="busy">
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
      </Part>
      <Part name="Fullscreen dialog" files={['dialogs/FullscreenDialog.tsx']}>
        <State name="for a phone">
          <Opens label="Open the chat">
            {(props) => (
              <FullscreenDialog {...props} title="Chat with karim">
                <p className="grow p-4">The content fills the space below the heading.</p>
              </FullscreenDialog>
            )}
          </Opens>
        </State>
      </Part>
      <Part name="Drawer" files={['dialogs/Drawer.tsx', 'dialogs/DrawerSheet.tsx']}>
        <State name="from the page’s end side">
          <Drawer
            isOpen={isDrawerOpen}
            onOpenChange={setIsDrawerOpen}
            trigger={{ label: 'Open the drawer', className: buttonClass(), content: 'Open the drawer' }}
            title="Menu"
          >
            <p className="mt-4">Links of the menu</p>
          </Drawer>
        </State>
      </Part>
      <Part name="Menu" files={['dialogs/Menu.tsx', 'dialogs/OpenedMenu.tsx']}>
        <State name="links, actions, a choice">
          <Menu
            className={buttonClass()}
            trigger={
              <>
                Account <Icon of={ChevronDown} size={16} />
              </>
            }
          >
            <MenuLink link={<a href="#menu" aria-label="Profile" />}>Profile</MenuLink>
            <MenuItem onSelect={noop}>Sign out</MenuItem>
            <MenuItem onSelect={noop} disabled>
              Delete the account
            </MenuItem>
            <MenuSeparator />
            <MenuChoice label="Order" options={ORDERS} value={order} onValueChange={setOrder} />
          </Menu>
        </State>
      </Part>
      <Part name="Focus on mount" files={['FocusOnMount.tsx']}>
        <State name="press: the focus moves into what replaces the button">
          <FocusOnMount key={step} isActive={step > 1}>
            <Button onClick={() => setStep(step + 1)}>Step {step}</Button>
          </FocusOnMount>
        </State>
      </Part>
    </>
  )
}

type OpenProps = { isOpen: boolean; onClose: () => void }

function Opens({ label, children }: { label: string; children: (props: OpenProps) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {children({ isOpen, onClose: () => setIsOpen(false) })}
    </>
  )
}

/** Cannot be closed while its action runs, so it ends by itself. */
function Busy() {
  const [busy, setBusy] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  function confirm() {
    setBusy(true)
    setTimeout(() => {
      setBusy(false)
      setIsOpen(false)
    }, 3000)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open a slow question</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Pause the offer?"
        confirm={{ label: 'Pause', onConfirm: confirm, busy }}
      >
        It cannot be taken meanwhile.
      </ConfirmDialog>
    </>
  )
}
