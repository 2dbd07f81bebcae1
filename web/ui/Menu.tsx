import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Check } from './icons.tsx'
import type { Option } from './Select.tsx'

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center justify-between gap-6 px-4 outline-none data-[highlighted]:bg-line/60'

/** A button that opens a short list of places and acts. `trigger` is the button's look and content. */
export function Menu({ trigger, label, className, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger aria-label={label} className={className}>
        {trigger}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-40">
          <BaseMenu.Popup className="min-w-48 rounded-panel border border-line bg-raised py-1 text-ink shadow-popup outline-none">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

type MenuProps = { trigger: ReactNode; label?: string; className: string; children: ReactNode }

/** An act in a menu. */
export function MenuItem({
  onSelect,
  disabled,
  children,
}: {
  onSelect: () => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <BaseMenu.Item onClick={onSelect} disabled={disabled} className={`${itemClass} data-[disabled]:opacity-50`}>
      {children}
    </BaseMenu.Item>
  )
}

/** A place in a menu; `link` is the link element to draw it with. */
export function MenuLink({ link, children }: { link: ReactElement; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem render={link} closeOnClick className={itemClass}>
      {children}
    </BaseMenu.LinkItem>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="my-1 h-px bg-line" />
}

type ChoiceProps<Value extends string> = {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
}

/** One choice out of a few, inside a menu. */
export function MenuChoice<Value extends string>({ label, options, value, onValueChange }: ChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup aria-label={label} value={value} onValueChange={(next) => onValueChange(next as Value)}>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick className={itemClass}>
          {option.label}
          <BaseMenu.RadioItemIndicator>
            <Check />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}
