import { Field as BaseField } from '@base-ui/react/field'
import { Select as BaseSelect } from '@base-ui/react/select'
import { selectClass } from './control-class.ts'
import { FieldNotes, type FieldProps } from './Field.tsx'
import { Check, Chevron } from '../icons.tsx'

export type Option<Value extends string> = { value: Value; label: string }

type Props<Value extends string> = Omit<FieldProps, 'aside'> & {
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  disabled?: boolean
  /** Takes the focus and opens as soon as it is drawn. */
  startsOpen?: boolean
}

/** One choice out of a short list. */
export function Select<Value extends string>(props: Props<Value>) {
  const {
    name,
    label,
    hint,
    error,
    labelHidden = false,
    className = '',
    options,
    value,
    onValueChange,
    disabled,
    startsOpen = false,
  } = props
  return (
    <BaseField.Root name={name} className={`grid content-start gap-1.5 max-md:min-w-0 max-md:grid-cols-1 ${className}`}>
      <BaseSelect.Root
        items={options}
        value={value}
        disabled={disabled}
        defaultOpen={startsOpen}
        onValueChange={(next) => next !== null && onValueChange(next as Value)}
      >
        <BaseSelect.Label className={labelHidden ? 'sr-only' : 'text-sm font-medium'}>{label}</BaseSelect.Label>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just pressed */}
        <BaseSelect.Trigger className={selectClass} autoFocus={startsOpen}>
          <BaseSelect.Value className="truncate" />
          <BaseSelect.Icon className="text-muted">
            <Chevron />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <SelectPopup options={options} />
      </BaseSelect.Root>
      <FieldNotes hint={hint} error={error} />
    </BaseField.Root>
  )
}

function SelectPopup<Value extends string>({ options }: { options: readonly Option<Value>[] }) {
  return (
    <BaseSelect.Portal>
      <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={4} className="z-50">
        <BaseSelect.Popup className="max-h-80 min-w-(--anchor-width) overflow-y-auto rounded-panel border border-line bg-raised py-1 text-ink shadow-popup">
          {options.map((option) => (
            <BaseSelect.Item
              key={option.value}
              value={option.value}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-6 px-3 data-[highlighted]:bg-line/60"
            >
              <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
              <BaseSelect.ItemIndicator>
                <Check />
              </BaseSelect.ItemIndicator>
            </BaseSelect.Item>
          ))}
        </BaseSelect.Popup>
      </BaseSelect.Positioner>
    </BaseSelect.Portal>
  )
}
