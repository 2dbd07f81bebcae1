import { useRef, type ReactNode } from 'react'
import { useLater, useWhenQuiet } from './later.ts'

const load = () => import('./DrawerSheet.tsx')

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The button that opens it: its look, its name and what it shows. */
  trigger: { label: string; className: string; content: ReactNode }
  title: ReactNode
  children: ReactNode
}

/** A sheet from the page's end side, for the menu of a small screen. Its code comes when the page is quiet, or when it is wanted. */
export function Drawer({ isOpen, onOpenChange, trigger, title, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const { part, fetch, bring } = useLater(load)
  useWhenQuiet(() => button.current?.checkVisibility() && fetch())
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={trigger.label}
        className={trigger.className}
        onPointerEnter={fetch}
        onFocus={fetch}
        onClick={() => {
          bring()
          onOpenChange(true)
        }}
      >
        {trigger.content}
      </button>
      {part && (
        <part.DrawerSheet isOpen={isOpen} onOpenChange={onOpenChange} button={button} title={title}>
          {children}
        </part.DrawerSheet>
      )}
    </>
  )
}
