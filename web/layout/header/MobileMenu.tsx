import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Drawer } from '../../ui/dialogs/Drawer.tsx'
import { useIdleCallback } from '../../ui/hydration/use-lazy-module.ts'

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
        content: <Bars />,
      }}
    >
      <Suspense>
        <MobileMenuContents onDone={() => setIsOpen(false)} />
      </Suspense>
    </Drawer>
  )
}

function Bars() {
  return (
    <svg width="20" height="14" aria-hidden>
      <path d="M0 1h20M0 7h20M0 13h20" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
