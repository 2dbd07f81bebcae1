/** The product's fonts on a slow line, where layout/first.js has chosen the system's for the first page. */

/** The element that names the font files of the page's language. */
export const FONT_FILES = 'font-files'

/** Fetches the files once the page is idle, so that the next page has them. */
export function fetchFonts(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!document.documentElement.classList.contains('system-fonts') || connection?.saveData) return
  const files = document.querySelector<HTMLMetaElement>(`meta[name="${FONT_FILES}"]`)?.content ?? ''
  window.addEventListener('load', () => requestIdleCallback(() => void fetchAll(files)), { once: true })
}

async function fetchAll(files: string): Promise<void> {
  try {
    await Promise.all(files.split(' ').map((file) => fetch(file, { priority: 'low' }).then((answer) => answer.blob())))
    localStorage.setItem('fonts', files)
  } catch {
    // The next page keeps the system's fonts, too.
  }
}
