/** A script element with its text, which the browser keeps as the server wrote it. `text` must not contain "</script". */
export function InlineScript({ text, ...attributes }: { text: string; type?: string; id?: string }) {
  // oxlint-disable-next-line react/no-danger -- React has no other way to write a script's text, and escapes none of it
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />
}
