import { useLayoutEffect, useRef, type RefObject } from 'react'

type Places<Otherwise> = {
  /** The list, whose rows are its children. */
  list: RefObject<HTMLUListElement | null>
  /** What takes the focus where no row follows; otherwise the last row does. */
  otherwise: RefObject<Otherwise | null>
}

/**
 * Moves the focus from a row that was removed to the one in its place, so that a keyboard does not begin again at the top. `ids`
 * are those of the rows, in their order.
 */
export function useFocusAfterRemoval<Otherwise extends HTMLElement>(ids: readonly string[]): Places<Otherwise> {
  const list = useRef<HTMLUListElement>(null)
  const otherwise = useRef<Otherwise>(null)
  const former = useRef(ids)
  // Before the browser and the dialogs notice the lost focus, since both would move it elsewhere.
  useLayoutEffect(() => {
    const at = former.current.findIndex((id) => !ids.includes(id))
    former.current = ids
    if (at === -1 || document.activeElement !== document.body) return
    const place = list.current?.children[at] ?? otherwise.current ?? list.current?.lastElementChild
    const control = place?.querySelector<HTMLElement>('a[href], button') ?? place
    if (control instanceof HTMLElement) control.focus()
  }, [ids])
  return { list, otherwise }
}
