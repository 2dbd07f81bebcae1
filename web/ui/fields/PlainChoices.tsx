import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type RefObject, type ToggleEvent } from 'react'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../Icon.tsx'
import { controlClass } from './control-class.ts'
import type { Option } from './PlainSelect.tsx'
import { usePreHydrationChecked } from './use-pre-hydration-input.ts'

type Props<Value extends string> = {
  name: string
  label: string
  options: readonly Option<Value>[]
  values: readonly Value[]
  /** What the closed field shows where nothing is chosen. */
  all: string
  onValuesChange: (values: Value[]) => void
}

/**
 * Several choices out of a list that takes no room until it is opened, also where scripts are off. A long list ends within a row, so
 * that more below it is expected.
 */
export function PlainChoices<Value extends string>(props: Props<Value>) {
  const { name, label, all, options, values, onValuesChange } = props
  const id = useId()
  const list = useRef<HTMLDetailsElement>(null)
  const [chosen, setChosen] = useState(values)
  const [seen, setSeen] = useState(values.join())
  if (values.join() !== seen) {
    setSeen(values.join())
    setChosen(values)
  }
  const [first, ...others] = options.filter(({ value }) => chosen.includes(value))
  useClosing(list)

  // Shown immediately: values that are kept in the address follow a moment later.
  function change(value: Value, isChosen: boolean) {
    const next = options
      .map((option) => option.value)
      .filter((each) => (each === value ? isChosen : chosen.includes(each)))
    setChosen(next)
    onValuesChange(next)
  }

  return (
    <div role="group" aria-labelledby={id} className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <details ref={list} className="relative" onToggle={showWhole}>
        <summary
          aria-labelledby={`${id} ${id}-chosen`}
          className={`${controlClass} flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden`}
        >
          <span id={`${id}-chosen`} className="min-w-0 grow truncate">
            {first ? <Chosen first={first} others={others.length} /> : all}
          </span>
          <span aria-hidden className="shrink-0 text-muted">
            <Icon of={ChevronDown} size={16} />
          </span>
        </summary>
        <div className="absolute start-0 z-20 mt-1 grid max-h-86 w-max max-w-[calc(100vw-2rem)] min-w-full overflow-y-auto rounded-control border border-edge bg-surface py-1 shadow-lg">
          {options.map((option) => (
            <Choice
              key={option.value}
              name={name}
              option={option}
              isChosen={chosen.includes(option.value)}
              onChange={(isChosen) => change(option.value, isChosen)}
            />
          ))}
        </div>
      </details>
    </div>
  )
}

/** A dialog around the field is scrolled to the list, which would be cut off at its edge. */
function showWhole({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** The first choice and the number of the others. Each is isolated: the choice comes first in Arabic too. */
function Chosen({ first, others }: { first: Option<string>; others: number }) {
  const { i18n } = useLingui()
  const count = new Intl.NumberFormat(i18n.locales).format(others)
  return (
    <>
      <bdi>{first.label}</bdi> {others > 0 && <bdi dir="ltr">+{count}</bdi>}
    </>
  )
}

type ChoiceProps = { name: string; option: Option<string>; isChosen: boolean; onChange: (isChosen: boolean) => void }

function Choice({ name, option: { value, label }, isChosen, onChange }: ChoiceProps) {
  const input = usePreHydrationChecked(isChosen, onChange)
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 hover:bg-canvas">
      <input
        ref={input}
        type="checkbox"
        autoComplete="off"
        name={name}
        value={value}
        checked={isChosen}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 shrink-0 accent-ink"
      />
      {label}
    </label>
  )
}

/** A press or the focus elsewhere closes the list, and so does Escape. */
function useClosing(list: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (list.current && target instanceof Node && !list.current.contains(target)) list.current.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !list.current?.open) return
      // A dialog around the field stays open.
      event.stopPropagation()
      list.current.open = false
      list.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape, true)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape, true)
    }
  }, [list])
}
