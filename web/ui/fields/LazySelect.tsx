import { useId, useRef } from 'react'
import { selectClass } from './control-class.ts'
import { Chevron } from '../icons.tsx'
import { useLazyModule, useIdleCallback } from '../use-lazy-module.ts'
import { opensList } from '../Menu.tsx'
import type { Option } from './Select.tsx'

const load = () => import('./Select.tsx')

type Props<Value extends string> = {
  name: string
  label: string
  options: readonly Option<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
}

/**
 * A Select outside a form, on a page with a small download: until the first press only its button is rendered. The list
 * loads when the page is idle, or when it is opened.
 */
export function LazySelect<Value extends string>(props: Props<Value>) {
  const { label, options, value, className = '' } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const { module, preload, show } = useLazyModule(load)
  useIdleCallback(() => button.current?.checkVisibility() && preload())
  if (module) return <module.Select {...props} startsOpen />
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <div id={id} className="text-sm font-medium">
        {label}
      </div>
      <button
        ref={button}
        type="button"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- there is nothing to control yet
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={id}
        className={selectClass}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => show()}
        onKeyDown={(event) => opensList(event) && show()}
      >
        <span className="truncate">{options.find((option) => option.value === value)?.label}</span>
        <span aria-hidden className="text-muted">
          <Chevron />
        </span>
      </button>
    </div>
  )
}
