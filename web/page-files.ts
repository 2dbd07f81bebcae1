/** The scripts that the HTML of a page names. */
import files from 'virtual:client-files'
import { namedIn, SOURCE_LANGUAGE, withoutLanguage } from '../domain/languages.ts'
import { SIGNED_IN_SCRIPTS } from './layout/early-session.ts'
import { partOf, type TextPart } from './text-parts.ts'

const MODULE_PRELOAD = /<link (?=[^>]*rel="modulepreload")[^>]*href="([^"]+)"[^>]*>/gi
/** The element that starts the page, the last one in it. */
const START = '<script type="module"'

/** The HTML up to the end of its head, up to the element that starts the page, and the rest. */
type Parts = { head: string; body: string; end: string }

/** Names the texts of the page at the address, what a signed-in reader needs there, and no facades. */
export function withFiles(html: string, address: string): Parts {
  const path = withoutLanguage(address).replace(/(.)\/$/, '$1')
  const language = namedIn(address) ?? SOURCE_LANGUAGE
  const textOf = (part: TextPart) => files.texts[`${language}/${part}`]
  const own = [...new Set(['first' as const, partOf(path)])].flatMap((part) => textOf(part) ?? [])
  // Only these two ends of a page name scripts.
  const [headEnd, end] = [html.indexOf('</head>'), html.lastIndexOf(START)]
  const head = withoutFacades(html.slice(0, headEnd))
  const preloaded = new Set([...own, ...[...head.matchAll(MODULE_PRELOAD)].map(([, href]) => href)])
  const { modules, text } = signedInAt(path)
  const later = [...modules.flatMap((name) => files.signedIn[name]), textOf(text) ?? []].flat()
  const signedIn = [...new Set(later)].filter((file) => !preloaded.has(file) && !files.facades[file])
  const elements = [
    ...own.map((file) => `<link rel="modulepreload" href="${file}"/>`),
    ...(signedIn.length > 0 ? [`<meta name="${SIGNED_IN_SCRIPTS}" content="${signedIn.join(' ')}"/>`] : []),
  ]
  return {
    head: head + elements.join(''),
    body: html.slice(headEnd, end),
    // In development there are no chunks, and the client is React Router's own.
    end: import.meta.env.DEV ? html.slice(end) : withStart(html.slice(end), preloaded),
  }
}

type SignedIn = { modules: (keyof typeof files.signedIn)[]; text: TextPart }

/** The first thing that a signed-in reader does on a page of the market is to open a trade. */
function signedInAt(path: string): SignedIn {
  if (path === '/marketplace') return { modules: ['frame', 'dialog'], text: 'dialog' }
  if (path === '/' || partOf(path) === 'market') return { modules: ['frame', 'newTrade'], text: 'own' }
  return { modules: ['frame'], text: partOf(path) }
}

/** A page takes the chunk behind a facade. */
function withoutFacades(head: string): string {
  return head.replaceAll(MODULE_PRELOAD, (link: string, href: string) => (files.facades[href] ? '' : link))
}

/**
 * React Router's script imports all chunks, which then run in one task and keep presses waiting. Here each chunk runs in a task
 * of its own, after those that it imports.
 */
function withStart(end: string, preloaded: ReadonlySet<string | undefined>): string {
  const found = (pattern: RegExp) => pattern.exec(end)?.[1] ?? ''
  const routes = [...end.matchAll(/import \* as (\w+) from "([^"]+)";/g)]
  const script = `import ${found(/import ("[^"]+");/)};
for (const file of ${JSON.stringify(files.order.filter((file) => preloaded.has(file)))}) {
  await import(file);
  await new Promise((done) => setTimeout(done));
}
const [${routes.map(([, name]) => name).join(', ')}] = await Promise.all([
  ${routes.map(([, , file = '']) => importOf(file)).join(',\n  ')}
]);
${found(/(window\.__reactRouterRouteModules = [^;]*;)/)}
(await ${importOf(found(/import\("([^"]+)"\)/))}).start();`
  return end.replace(/^(<script[^>]*>)[\s\S]*?(?=<\/script>)/, (_, tag: string) => tag + script)
}

function importOf(file: string): string {
  const facade = files.facades[file]
  if (!facade) return `import("${file}")`
  const names = Object.entries(facade.names).map(([outer, inner]) => `${outer}: e.${inner}`)
  return `import("${facade.file}").then((e) => ({ ${names.join(', ')} }))`
}
