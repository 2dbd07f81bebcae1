import MenuLines from 'lucide/dist/esm/icons/menu.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Drawer } from '../ui/dialogs/Drawer.tsx'
import { useIdleCallback } from '../ui/hydration/use-lazy-module.ts'

const load = () => import('./MobileMenuContents.tsx')
const MobileMenuContents = lazy(load)

/** The header's drawer on small screens. Its contents load when the page is idle, or when it is opened. */
export function MobileMenu() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  useIdleCallback(() => void load().catch(() => {}))
  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title={<Trans>Menu</Trans>}
      trigger={{
        label: t`Menu`,
        className: 'grid size-11 place-items-center rounded-control border border-edge lg:hidden',
        content: <Icon of={MenuLines} size={20} />,
      }}
    >
      <Suspense>
        <MobileMenuContents onDone={() => setIsOpen(false)} />
      </Suspense>
    </Drawer>
  )
}
