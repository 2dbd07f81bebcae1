import { useLayoutEffect } from 'react'

/** Where single keys mean something of their own, or the page behind must not answer. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'
const ROW = '[data-offer]'
const ACT = `${ROW} [data-act]`

/**
 * Arrow keys move between the acts of the rows once one has the focus, J and K from everywhere, and "/" moves to the amount of
 * the filters. Character keys can be turned off (WCAG 2.1.4).
 */
export function useRowKeys(hasCharacterKeys: boolean): void {
  // Before the paint: where the page says that a key works, it does.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof Element) || target.closest(TYPING) || document.querySelector('[role="dialog"]')) return
      const act = actOf(event, hasCharacterKeys, target.closest(ROW) !== null)
      if (act?.()) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [hasCharacterKeys])
}

/** What the key does here; the function says whether it did it. */
function actOf(event: KeyboardEvent, hasCharacterKeys: boolean, isInRow: boolean): (() => boolean) | null {
  const key = keyOf(event)
  if (isInRow && key === 'ArrowDown') return () => move(1)
  if (isInRow && key === 'ArrowUp') return () => move(-1)
  if (!hasCharacterKeys) return null
  if (key === 'j') return () => move(1)
  if (key === 'k') return () => move(-1)
  return key === '/' ? focusField : null
}

/** On a keyboard of another script, the keys in the places of J and K. */
function keyOf({ key, code }: KeyboardEvent): string {
  const letter = /^Key([JK])$/.exec(code)?.[1]
  return letter !== undefined && !/^[a-z]$/i.test(key)
    ? letter.toLowerCase()
    : key.length === 1
      ? key.toLowerCase()
      : key
}

function move(step: 1 | -1): boolean {
  const acts = [...document.querySelectorAll<HTMLElement>(ACT)]
  const present = acts.findIndex((act) => act.closest(ROW)?.contains(document.activeElement))
  const next = present === -1 ? acts.find((act) => act.getBoundingClientRect().bottom > 0) : acts[present + step]
  // At the end of the list the key does nothing, and does not scroll the page either.
  if (!next) return present !== -1
  next.focus({ preventScroll: true })
  next.closest(ROW)?.scrollIntoView({ block: 'nearest' })
  return true
}

function focusField(): boolean {
  const field = document.querySelector<HTMLInputElement>('search input[name="amount"]')
  field?.focus()
  return field !== null
}
