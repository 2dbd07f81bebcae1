import { Menu as BaseMenu } from '@base-ui/react/menu'
import { useEffect, useRef } from 'react'
import Check from 'lucide/dist/esm/icons/check.mjs'
import { Icon } from '../Icon.tsx'
import type { ChoiceProps, ItemProps, LinkProps, MenuProps } from './menu-props.ts'

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center justify-between gap-6 px-4 py-2 outline-none data-[highlighted]:bg-line/60'

/** The menu itself, opened as it is drawn: it takes the place of the button that was pressed. */
export function OpenedMenu({ trigger, label, className, isByKey, children }: MenuProps & { isByKey: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpened = useRef(false)
  useEffect(() => {
    // Opened by a key the menu starts at its first line, which it does for a click of its own button.
    button.current?.focus()
    if (isByKey && !isOpened.current) button.current?.click()
    isOpened.current = true
  }, [isByKey])
  return (
    <BaseMenu.Root modal={false} defaultOpen={!isByKey}>
      <BaseMenu.Trigger ref={button} aria-label={label} className={className}>
        {trigger}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-50">
          <BaseMenu.Popup className="max-w-[var(--available-width)] min-w-48 rounded-panel border border-line bg-raised py-1 text-ink shadow-popup outline-none">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export function MenuItem({ onSelect, disabled, children }: ItemProps) {
  return (
    <BaseMenu.Item onClick={onSelect} disabled={disabled} className={`${itemClass} data-[disabled]:opacity-50`}>
      {children}
    </BaseMenu.Item>
  )
}

export function MenuLink({ link, children }: LinkProps) {
  return (
    <BaseMenu.LinkItem render={link} closeOnClick className={itemClass}>
      {children}
    </BaseMenu.LinkItem>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />
}

export function MenuChoice<Value extends string>({ label, options, value, onValueChange }: ChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup aria-label={label} value={value} onValueChange={(next) => onValueChange(next as Value)}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
          {option.label}
          <BaseMenu.RadioItemIndicator>
            <Icon of={Check} size={16} />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}
