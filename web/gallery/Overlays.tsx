import { useState } from 'react'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Drawer } from '../ui/dialogs/Drawer.tsx'
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../ui/dialogs/Menu.tsx'
import { FocusOnMount } from '../ui/FocusOnMount.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ARABIC, FRENCH, UNBROKEN } from './long.ts'
import { Part, State } from './Part.tsx'

const noop = () => {}
const ORDERS = [
  { value: 'price', label: 'Best price' },
  { value: 'speed', label: 'Fastest' },
]

export function Overlays() {
  const [order, setOrder] = useState('price')
  const [step, setStep] = useState(1)
  return (
    <>
      <Part name="Drawer" files={['dialogs/Drawer.tsx', 'dialogs/DrawerSheet.tsx']} byHand="hover its cross, Tab">
        <State name="from the page’s end side">
          <SampleDrawer label="Open the drawer" title="Menu">
            Links of the menu
          </SampleDrawer>
        </State>
        <State name="long">
          <SampleDrawer label="Open a drawer of long words" title={FRENCH}>
            {UNBROKEN.repeat(3)}
          </SampleDrawer>
        </State>
      </Part>
      <Part name="Menu" files={['dialogs/Menu.tsx', 'dialogs/OpenedMenu.tsx']} byHand="hover a line, the arrow keys">
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
        <State name="long lines; a button without words">
          <Menu className={buttonClass()} label="More actions" trigger={<Icon of={Ellipsis} size={20} />}>
            <MenuItem onSelect={noop}>{FRENCH}</MenuItem>
            <MenuItem onSelect={noop} disabled>
              {ARABIC}
            </MenuItem>
            <MenuChoice
              label="Order"
              options={[...ORDERS, { value: 'long', label: FRENCH }]}
              value="long"
              onValueChange={noop}
            />
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

function SampleDrawer({ label, title, children }: { label: string; title: string; children: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={{ label, className: buttonClass(), content: label }}
      title={title}
    >
      <p className="mt-4">{children}</p>
    </Drawer>
  )
}
