import { Drawer as BaseDrawer } from '@base-ui/react/drawer'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode, RefObject } from 'react'
import { backdropClass } from './Dialog.tsx'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../Icon.tsx'

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The element that gets the focus back. */
  button: RefObject<HTMLElement | null>
  title: ReactNode
  children: ReactNode
}

/** The content of a Drawer. */
export function DrawerSheet({ isOpen, onOpenChange, button, title, children }: Props) {
  const { t } = useLingui()
  return (
    <BaseDrawer.Root open={isOpen} onOpenChange={onOpenChange} swipeDirection="right">
      <BaseDrawer.Portal>
        <BaseDrawer.Backdrop className={backdropClass} />
        <BaseDrawer.Viewport className="fixed inset-0 z-50 flex justify-end">
          <BaseDrawer.Popup
            finalFocus={button}
            className="h-full w-[min(20rem,88vw)] overflow-y-auto bg-raised text-ink shadow-popup outline-none transition-[opacity] duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            <BaseDrawer.Content className="p-5">
              <div className="flex items-center justify-between gap-4">
                <BaseDrawer.Title className="text-lg">{title}</BaseDrawer.Title>
                <BaseDrawer.Close
                  aria-label={t`Close`}
                  className="-me-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
                >
                  <Icon of={X} size={18} />
                </BaseDrawer.Close>
              </div>
              {children}
            </BaseDrawer.Content>
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  )
}
