/** A script element with its text, which the browser keeps as the server wrote it. `text` must not contain "</script". */
export function InlineScript({ text, ...attributes }: { text: string; type?: string; id?: string }) {
  // React has no other way to write a script's text, and escapes none of it.
  // oxlint-disable-next-line react/no-danger
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
}
