import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  className?: string
  /** False where it is what the page begins with: nothing was pressed for it yet. */
  isActive?: boolean
}

/**
 * What comes in the place of what was just pressed takes its focus too: at its first field, or as a whole where there is
 * none. Give each step a `key` of its own.
 */
export function FocusOnMount({ children, className = '', isActive = true }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useRef(isActive)
  // Before the browser and the dialogs see that the focus was lost, since both would put it elsewhere.
  useLayoutEffect(() => {
    if (isWanted.current) (place.current?.querySelector<HTMLElement>(FIELD) ?? place.current)?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </div>
  )
}

/** The first thing to type into; the hidden ones are for password managers. */
export const FIELD = 'input:not([hidden], [type="hidden"], [type="file"]), textarea'
