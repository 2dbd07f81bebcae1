import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field as BaseField } from '@base-ui/react/field'
import { useState, type ReactNode } from 'react'
import { FieldNotes } from './Field.tsx'
import { usePreHydrationChecked } from './use-pre-hydration-input.ts'
import Check from 'lucide/dist/esm/icons/check.mjs'
import { Icon } from '../Icon.tsx'

type Props = {
  name: string
  label: ReactNode
  hint?: ReactNode
  checked?: boolean
  defaultChecked?: boolean
  onCheckedChange?: (checked: boolean) => void
}

/** A box to tick; its value in a form is true or false. */
export function Checkbox({ name, label, hint, checked, defaultChecked = false, onCheckedChange }: Props) {
  const [own, setOwn] = useState(defaultChecked)
  const isChecked = checked ?? own
  function change(next: boolean) {
    setOwn(next)
    onCheckedChange?.(next)
  }
  const input = usePreHydrationChecked(isChecked, change)
  return (
    <BaseField.Root name={name} className="grid gap-1.5">
      {/* For a finger the label is 44 px high; the lines beside it stay close. */}
      <BaseField.Label className="flex items-start gap-3 pointer-coarse:-my-2.5 pointer-coarse:py-2.5">
        <BaseCheckbox.Root
          checked={isChecked}
          inputRef={input}
          onCheckedChange={change}
          className="mt-0.5 grid size-5 shrink-0 cursor-pointer place-items-center rounded-[4px] border border-edge bg-surface data-[checked]:border-ink data-[checked]:bg-ink data-[checked]:text-canvas data-[invalid]:border-sell"
        >
          <BaseCheckbox.Indicator>
            <Icon of={Check} size={16} />
          </BaseCheckbox.Indicator>
        </BaseCheckbox.Root>
        <span>{label}</span>
      </BaseField.Label>
      {/* Below the label, not below the box. */}
      <div className="grid gap-1.5 ps-8 empty:hidden">
        <FieldNotes hint={hint} />
      </div>
    </BaseField.Root>
  )
}
