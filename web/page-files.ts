/** The scripts that the HTML of a page names. */
import files from 'virtual:client-files'
import { namedIn, SOURCE_LANGUAGE, withoutLanguage } from '../domain/languages.ts'
import { SIGNED_IN_SCRIPTS } from './layout/early-session.ts'
import { partOf, type TextPart } from './text-parts.ts'

const MODULE_PRELOAD = /<link (?=[^>]*rel="modulepreload")[^>]*href="([^"]+)"[^>]*>/gi
/** The element that starts the page, the last one in it. */
const START = '<script type="module"'

/** Names the texts of the page at the address, what a signed-in reader needs there, and no facades. */
export function withFiles(html: string, address: string): string {
  const path = withoutLanguage(address)
  const language = namedIn(address) ?? SOURCE_LANGUAGE
  const textOf = (part: TextPart) => files.texts[`${language}/${part}`]
  const own = [...new Set(['first' as const, partOf(path)])].flatMap((part) => textOf(part) ?? [])
  // Only these two ends of a page of 100 KB name scripts.
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
  return `${head}${elements.join('')}${html.slice(headEnd, end)}${startWithoutFacades(html.slice(end))}`
}

type SignedIn = { modules: (keyof typeof files.signedIn)[]; text: TextPart }

/** The first thing that a signed-in reader does on a page of the market is to open a trade. */
function signedInAt(path: string): SignedIn {
  if (path === '/marketplace') return { modules: ['frame', 'dialog'], text: 'dialog' }
  if (path === '/' || partOf(path) === 'market') return { modules: ['frame', 'newTrade'], text: 'own' }
  return { modules: ['frame'], text: partOf(path) }
}

/** React Router names the chunk of each route and of the entry; where it is a facade, the page takes the chunk behind it. */
function withoutFacades(head: string): string {
  return head.replaceAll(MODULE_PRELOAD, (link: string, href: string) => (files.facades[href] ? '' : link))
}

function startWithoutFacades(script: string): string {
  return script
    .replaceAll(/import \* as (\w+) from "([^"]+)";/g, (written: string, name: string, address: string) => {
      const facade = files.facades[address]
      if (!facade) return written
      const names = Object.entries(facade.names).map(([outer, inner]) => `${outer}:${name}_.${inner}`)
      return `import * as ${name}_ from "${facade.file}";const ${name}={${names.join()}};`
    })
    .replaceAll(/import\("([^"]+)"\)/g, (_, address: string) => `import("${files.facades[address]?.file ?? address}")`)
}
