/** Scrolls a row sideways so that one of its elements is in its middle. The page does not move, as it would by `scrollIntoView`. */
export function centerInRow(element: Element): void {
  const row = element.parentElement
  if (!row) return
  const [shown, own] = [row.getBoundingClientRect(), element.getBoundingClientRect()]
  row.scrollLeft += own.left + own.width / 2 - (shown.left + shown.width / 2)
}
