import { useId, useState, type ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../Icon.tsx'
import { usePreHydrationInput } from './use-pre-hydration-input.ts'

export type Option<Value extends string> = { value: Value; label: string }

type Props<Value extends string> = {
  name: string
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
}

/** A Select without hint and error, for a form that the browser sends by itself where scripts are off. */
export function PlainSelect<Value extends string>(props: Props<Value>) {
  const { name, label, options, value, onValueChange, className = '' } = props
  const id = useId()
  const [chosen, setChosen] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setChosen(value)
  }
  // Shown immediately: a value that is kept in the address follows a moment later.
  function change(next: string) {
    setChosen(next as Value)
    onValueChange(next as Value)
  }
  const control = usePreHydrationInput<HTMLSelectElement>(value, change)
  return (
    <div className={`grid min-w-0 grid-cols-1 content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <SelectBox
        ref={control}
        id={id}
        name={name}
        options={options}
        value={chosen}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </div>
  )
}

/** The browser's own list of options, with the look of the other fields. */
export function SelectBox({ options, ...select }: ComponentProps<'select'> & { options: readonly Option<string>[] }) {
  return (
    <div className="relative">
      {/* Without autoComplete="off", a browser that restores a page's fields would contradict the address. */}
      <select autoComplete="off" {...select} className={`${controlClass} cursor-pointer appearance-none truncate pe-9`}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span aria-hidden className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-muted">
        <Icon of={ChevronDown} size={16} />
      </span>
    </div>
  )
}
