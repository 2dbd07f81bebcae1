import { createContext, use, useRef, useState, type KeyboardEvent } from 'react'
import { useLazyModule, useIdleCallback } from '../hydration/use-lazy-module.ts'
import type { ChoiceProps, ItemProps, LinkProps, MenuProps } from './menu-props.ts'

const load = () => import('./OpenedMenu.tsx')
const PartsContext = createContext<Awaited<ReturnType<typeof load>> | null>(null)

/**
 * A button that opens a short list of links and actions. `trigger` is the button's content. The menu's code loads when
 * the page is idle, or when it is opened.
 */
export function Menu(props: MenuProps) {
  const { trigger, label, className } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isByKey, setIsByKey] = useState(false)
  const { module, preload, show } = useLazyModule(load)
  useIdleCallback(() => button.current?.checkVisibility() && preload())

  function open(byKey: boolean) {
    setIsByKey(byKey)
    show()
  }

  if (module) {
    return (
      <PartsContext value={module}>
        <module.OpenedMenu {...props} isByKey={isByKey} />
      </PartsContext>
    )
  }
  return (
    <button
      ref={button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-label={label}
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      // A press of a key has no click count.
      onClick={(event) => open(event.detail === 0)}
      onKeyDown={(event) => opensList(event) && open(true)}
    >
      {trigger}
    </button>
  )
}

/** The arrow keys open the list as a press does; the page does not scroll. */
function opensList(event: KeyboardEvent): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false
  event.preventDefault()
  return true
}

/** An action in a menu. */
export function MenuItem(props: ItemProps) {
  const { MenuItem: Item } = useParts()
  return <Item {...props} />
}

/** A link in a menu; `link` is the element to render. */
export function MenuLink(props: LinkProps) {
  const { MenuLink: Item } = useParts()
  return <Item {...props} />
}

export function MenuSeparator() {
  const { MenuSeparator: Item } = useParts()
  return <Item />
}

/** One choice out of a few, inside a menu. */
export function MenuChoice<Value extends string>(props: ChoiceProps<Value>) {
  const { MenuChoice: Item } = useParts()
  return <Item {...props} />
}

function useParts() {
  const parts = use(PartsContext)
  if (!parts) throw new Error('this belongs in a Menu')
  return parts
}
