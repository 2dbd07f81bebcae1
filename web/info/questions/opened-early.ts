/**
 * The question opened before its list hydrated. Hydration renders the lower part of the landing page again and would
 * close it, so the page's first script listens for it.
 */
let early: string | null = import.meta.env.SSR ? null : (document.querySelector('details[open][id]')?.id ?? null)

function note({ target }: Event) {
  if (target instanceof HTMLDetailsElement && target.isConnected) early = target.open ? target.id : null
}
if (!import.meta.env.SSR) document.addEventListener('toggle', note, true)

/** The id of that question, at each attempt to render the list; null once the list is there. */
export function openedEarly(): string | null {
  return early
}

/** Once the list is there, it keeps its own state. */
export function clearOpenedEarly(): void {
  document.removeEventListener('toggle', note, true)
  early = null
}
