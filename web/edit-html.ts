/** What the server changes in the HTML that React has rendered. */

const PRELOAD = /<link (?=[^>]*rel="modulepreload")(?![^>]*fetchpriority)/gi
const HIDDEN_INPUT = /<input((?: [^>]*)?) style="clip-path:inset\(50%\);[^"]*"(?=[^>]*aria-hidden="true")/g
/** Reads the attributes before it as a whole: the value of one may end in " style=", as a search for that text does. */
const STYLE_ATTRIBUTE = /<[a-z][\w-]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*?\s+style="/i
const HEAD_END = '</head>'

/**
 * Scripts are preloaded after what the first paint needs: on a throttled phone this is worth 1.1 s.
 * Style attributes, which the policy of the pages forbids, are those of hidden inputs: theme.css has the same rules.
 */
export function editHtml(html: string): string {
  const headEnd = Math.max(html.indexOf(HEAD_END), 0)
  const head = html.slice(0, headEnd).replaceAll(PRELOAD, '<link fetchPriority="low" ')
  const page = head + html.slice(headEnd).replaceAll(HIDDEN_INPUT, '<input$1')
  // The pattern is slow, and few pages have the text.
  if (page.includes('style="') && STYLE_ATTRIBUTE.test(page)) throw new Error('the page has a style attribute')
  return page
}
