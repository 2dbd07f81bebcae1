import { useRef, type ReactNode } from 'react'
import { useLazyModule, useIdleCallback } from '../hydration/use-lazy-module.ts'

const load = () => import('./DrawerSheet.tsx')

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The button that opens it: its class, accessible name and content. */
  trigger: { label: string; className: string; content: ReactNode }
  title: ReactNode
  children: ReactNode
}

/**
 * A sheet from the page's end side, for the menu of a small screen. Its code loads when the page is idle, or when it is
 * opened.
 */
export function Drawer({ isOpen, onOpenChange, trigger, title, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const { module, preload, show } = useLazyModule(load)
  useIdleCallback(() => button.current?.checkVisibility() && preload())
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={trigger.label}
        className={trigger.className}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => {
          show()
          onOpenChange(true)
        }}
      >
        {trigger.content}
      </button>
      {module && (
        <module.DrawerSheet isOpen={isOpen} onOpenChange={onOpenChange} button={button} title={title}>
          {children}
        </module.DrawerSheet>
      )}
    </>
  )
}
