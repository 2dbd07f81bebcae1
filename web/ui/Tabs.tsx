import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { useEffect, useRef, type ReactNode } from 'react'
import { centerInRow } from './center-in-row.ts'

export type Tab<Value extends string> = { value: Value; label: ReactNode; content: ReactNode }

type Props<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
}

/** Several pages in one place: arrow keys walk the tabs, Enter or a press opens one. Only the open one is drawn. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: Props<Value>) {
  const list = useRef<HTMLDivElement>(null)
  const openAt = tabs.findIndex((tab) => tab.value === value)
  useEffect(() => {
    const tab = list.current?.children[openAt]
    if (!tab) return undefined
    centerInRow(tab)
    const observer = new ResizeObserver(() => scrollSideways(tab))
    // A badge in any tab moves those behind it.
    for (const each of list.current?.children ?? []) observer.observe(each)
    return () => observer.disconnect()
  }, [openAt])
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <BaseTabs.List
        ref={list}
        aria-label={label}
        className="flex max-lg:scroll-fade border-b border-line [scrollbar-width:none] lg:flex-wrap"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-12 shrink-0 items-center gap-2 border-b-2 border-transparent px-4 md:px-3 lg:px-4 font-medium -outline-offset-2 whitespace-nowrap text-muted hover:text-ink data-[active]:border-accent data-[active]:text-ink forced-colors:border-[Canvas] forced-colors:data-[active]:border-[Highlight]"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-6 md:pt-8">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}

/** Keeps the open tab whole when a badge appears later; the page itself must not move then. */
function scrollSideways(tab: Element) {
  const list = tab.parentElement
  if (!list) return
  const shown = list.getBoundingClientRect()
  const { left, right } = tab.getBoundingClientRect()
  if (right > shown.right) list.scrollLeft += right - shown.right
  else if (left < shown.left) list.scrollLeft -= shown.left - left
}
