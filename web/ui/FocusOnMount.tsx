import { useLayoutEffect, useRef, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  className?: string
  /** False for the initial content of a page, which no press has opened. */
  isActive?: boolean
}

/**
 * Takes the focus when it replaces the pressed control: at its first field, or as a whole where there is none. Give each
 * step a `key` of its own.
 */
export function FocusOnMount({ children, className = '', isActive = true }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useRef(isActive)
  // Before the browser and the dialogs notice the lost focus, since both would move it elsewhere.
  useLayoutEffect(() => {
    if (isWanted.current) (place.current?.querySelector<HTMLElement>(FIELD) ?? place.current)?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </div>
  )
}

/** The first visible field; hidden ones are for password managers. */
export const FIELD = 'input:not([hidden], [type="hidden"], [type="file"]), textarea'
/** The first that is typed in. */
export const TYPED_FIELD = 'input:not([hidden], [type="hidden"], [type="file"], [type="radio"]), textarea'
