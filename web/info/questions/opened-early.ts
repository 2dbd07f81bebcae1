/**
 * The question opened before its list hydrated. Hydration renders the lower part of the landing page again and would
 * close it, so the page's first script listens for it.
 */
let early: string | null = import.meta.env.SSR ? null : (document.querySelector('details[open][id]')?.id ?? null)

function note({ target }: Event) {
  if (target instanceof HTMLDetailsElement && target.isConnected) early = target.open ? target.id : null
}
if (!import.meta.env.SSR) document.addEventListener('toggle', note, true)

/** Returns the id of that question once; afterwards the list keeps its own state. */
export function takeOpenedEarly(): string | null {
  if (!import.meta.env.SSR) document.removeEventListener('toggle', note, true)
  const taken = early
  early = null
  return taken
}
