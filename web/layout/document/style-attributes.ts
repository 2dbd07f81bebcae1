/** The policy of the pages forbids style attributes, and Base UI writes one into the hidden inputs of its form controls. */

const HIDDEN_INPUT = /<input((?: [^>]*)?) style="clip-path:inset\(50%\);[^"]*"(?=[^>]*aria-hidden="true")/g
/** Reads the attributes before it as a whole: the value of one may end in " style=", as a search for that text does. */
const STYLE_ATTRIBUTE = /<[a-z][\w-]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*?\s+style="/i

/** The HTML without those of hidden inputs: theme.css has the same rules. Throws where there is another one. */
export function withoutStyleAttributes(html: string): string {
  // The patterns are slow, and few pages have the text.
  if (!html.includes('style="')) return html
  const without = html.replaceAll(HIDDEN_INPUT, '<input$1')
  if (STYLE_ATTRIBUTE.test(without)) throw new Error('the page has a style attribute')
  return without
}
