/**
 * From now on the browser itself follows links, not the router. Chromium remembers for the life of a document that a
 * module could not be downloaded, so only another document brings the script.
 */
export function followLinksAsDocuments(): void {
  window.addEventListener('click', leaveToBrowser, true)
}

function leaveToBrowser(event: MouseEvent): void {
  if ((event.target as Element).closest('a[href]')) event.stopPropagation()
}
