/**
 * The mark of the browser's tab while a trade needs the reader: words before the title, and a dot on the icon. It is written to the
 * document itself, so that pages that are never marked do not load it, and so that it stays in a tab in the background.
 */
const ICON = '/icon.svg'
export const MARKED_ICON = '/icon-marked.svg'

/** What marks the tab, with its words: the latest is shown. */
const marks = new Map<symbol, string>()
/** What the title begins with now. */
let shown = ''
let observer: MutationObserver | undefined

/** Marks the tab until the returned function is called. */
export function markTab(words: string): () => void {
  const key = Symbol(words)
  marks.set(key, words)
  show()
  return () => {
    if (marks.delete(key)) show()
  }
}

function show(): void {
  const words = [...marks.values()].at(-1)
  const former = shown
  shown = words === undefined ? '' : `${words} · `
  observer?.disconnect()
  writeTitle(former)
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  icon?.setAttribute('href', words === undefined ? ICON : MARKED_ICON)
  if (words === undefined) return
  // React writes the title of the next page, without the mark.
  observer = new MutationObserver(() => writeTitle(shown))
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
}

/** Replaces the words `former` before the title, which may be missing. Between two pages there can be no title. */
function writeTitle(former: string): void {
  const { title } = document
  const marked = shown + (former !== '' && title.startsWith(former) ? title.slice(former.length) : title)
  if (document.querySelector('title') && title !== marked) document.title = marked
}
