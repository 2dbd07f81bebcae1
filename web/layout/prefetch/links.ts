/** When a link is likely to be opened: the pointer or the focus rests on it, it is pressed, or it is in view. */

/** A pointer that only passes over a link, or a finger that scrolls, does not stay this long. */
const REST_MS = 65

/** Calls back with each link on which the pointer or the focus rests, or which a mouse presses. */
export function followIntent(found: (link: HTMLAnchorElement) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  function rest({ target }: Event) {
    clearTimeout(timer)
    const link = linkAt(target)
    if (link) timer = setTimeout(found, REST_MS, link)
  }

  function press({ target, pointerType }: PointerEvent) {
    const link = pointerType === 'mouse' ? linkAt(target) : null
    if (link) found(link)
  }

  const leave = () => clearTimeout(timer)
  const listeners = new AbortController()
  const { signal } = listeners
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, rest, { signal })
  for (const event of ['pointerout', 'pointercancel', 'focusout']) document.addEventListener(event, leave, { signal })
  document.addEventListener('pointerdown', press, { signal })
  return () => {
    leave()
    listeners.abort()
  }
}

/** Calls back with each link of the present page, once it is in view. */
export function followView(found: (link: HTMLAnchorElement) => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      const link = linkAt(target)
      if (link) found(link)
    }
  })
  for (const link of document.querySelectorAll('a[href]')) observer.observe(link)
  return () => observer.disconnect()
}

/** Whether the reader has asked for fewer downloads. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

/** A link to another page of this site, in this tab. */
function linkAt(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  const isOther = link && (link.pathname !== location.pathname || link.search !== location.search)
  return isOther && link.origin === location.origin && link.target === '' && !link.download ? link : null
}
