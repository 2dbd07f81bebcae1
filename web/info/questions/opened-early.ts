/**
 * The question that was opened before its list came alive: the lower part of the landing page is drawn anew then, and what
 * was pressed in it would be lost. Listened for from the page's first script on.
 */
let early: string | null = import.meta.env.SSR ? null : (document.querySelector('details[open][id]')?.id ?? null)

function note({ target }: Event) {
  if (target instanceof HTMLDetailsElement && target.isConnected) early = target.open ? target.id : null
}
if (!import.meta.env.SSR) document.addEventListener('toggle', note, true)

/** The id of that question, once: from then on the list knows by itself. */
export function takeOpenedEarly(): string | null {
  if (!import.meta.env.SSR) document.removeEventListener('toggle', note, true)
  const taken = early
  early = null
  return taken
}
