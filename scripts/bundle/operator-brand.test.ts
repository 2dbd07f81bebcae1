/** The pages of another operator: nothing in them names the default product, in any language. */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { LANGUAGES, prefixOf } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { readOperator } from '../../server/operator/operator.ts'
import type { Operator } from '../../server/operator/operator.ts'
import { DEFAULT_NAMES, makeOperatorFolder, OTHER_FACTS } from '../../server/testing/operator-folder.ts'
import type { Pages } from '../../web/entry.server.tsx'
import { prerenderedPaths } from '../../web/paths.ts'
import { operatorBrand } from './operator-brand.ts'
import { manifestOf, operatorFiles } from './operator-files.ts'
import { splitTexts } from './split-texts.ts'
import { textMacros } from './text-macros.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const COLOURS = {
  onAccent: '#06231c',
  light: { accent: '#2fb89b', accentSoft: '#e0f2ee' },
  dark: { accent: '#4fd1b5', accentSoft: '#143b34' },
  band: { canvas: '#101820', surface: '#1c2630', line: '#2a3642', edge: '#74879a' },
}
const LOGO =
  '<svg viewBox="0 0 10 10"><g fill-rule="evenodd"><circle cx="5" cy="5" r="4" fill="var(--accent)"/></g></svg>'

let folder: Awaited<ReturnType<typeof makeOperatorFolder>>
let operator: Operator
let out: string
let pages: Pages
beforeAll(async () => {
  const notice =
    '# Règles\n\nEn bref.\n\n## Nous\n\n{company} tient **{product}** ; écrivez à [nous](mailto:{supportEmail}).\n'
  folder = await makeOperatorFolder({
    facts: { ...OTHER_FACTS, colours: COLOURS },
    files: { 'logo.svg': LOGO, 'terms.fr.md': notice.replace('{supportEmail}', OTHER_FACTS.supportEmail) },
  })
  operator = readOperator(folder.folder)
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  out = await mkdtemp(join(cache, 'operator-pages-'))
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [operatorBrand(operator), splitTexts(root, operator), textMacros(root), lingui(), tailwind(), react()],
    resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
    build: { ssr: 'web/entry.server.tsx', outDir: out, emptyOutDir: true },
  })
  const { openPages } = (await import(pathToFileURL(join(out, 'entry.server.js')).href)) as {
    openPages: (manifest: null) => Promise<Pages>
  }
  pages = await openPages(null)
}, 240_000)
afterAll(async () => {
  await rm(out, { recursive: true, force: true })
  await folder.remove()
})

const pageAt = async (path: string, language: Language) => {
  const [start, , head, body] = await pages.renderEmpty(new URL(`http://localhost${prefixOf(language)}${path}`))
  return start + head + body
}

test.each(LANGUAGES)('no page in %s names the default product', async (language) => {
  for (const path of prerenderedPaths) {
    const html = (await pageAt(path, language)).replaceAll(
      /sarraf_[\w…]*|@sarraf\/client|bot\.example\.org\/sarraf/g,
      '',
    )
    expect([path, DEFAULT_NAMES.exec(html)?.[0]]).toEqual([path, undefined])
    expect([path, html]).toEqual([path, expect.stringContaining(' · L’Échange &amp; Co’s</title>')])
    expect(html).toContain('content="#101820"')
    expect(html).toContain(
      '<g fill-rule="evenodd"><circle cx="5" cy="5" r="4" fill="var(--accent)"></circle></g></svg>',
    )
  }
})

test('the style sheet has the operator’s colours, and none of the words that stand for them', async () => {
  const [, styleSheet] = await pages.renderEmpty(new URL('http://localhost/'))
  for (const colour of [COLOURS.onAccent, ...Object.values(COLOURS.dark), ...Object.values(COLOURS.band)])
    expect(styleSheet).toContain(colour)
  expect(styleSheet).not.toMatch(/operator-(on|light|dark|band)-/)
})

test('the operator’s terms, addresses and sentences are shown', async () => {
  const terms = await pageAt('/terms', 'fr')
  expect(terms).toContain('<h1 class="display max-w-[18em] !text-[clamp(2rem,4.4vw,3.25rem)]">Règles</h1>')
  expect(terms).toContain(
    'L&#x27;Échange &amp; Co SARL, 12 rue de Marseille, 1000 Tunis tient <strong>L’Échange &amp; Co’s</strong> ; écrivez à <a href="mailto:help@echange.example"',
  )
  const contact = await pageAt('/contact', 'ar')
  for (const address of [OTHER_FACTS.supportEmail, OTHER_FACTS.dataProtectionEmail])
    expect(contact).toContain(`<a href="mailto:${address}"`)
  expect(await pageAt('/about', 'en')).toContain('>We provide the market and the escrow, and you trade directly.</p>')
})

test.each(LANGUAGES)('the app is installed by the operator’s name and colours in %s', async (language) => {
  const text = manifestOf(await readFile(join(root, `public/app.${language}.webmanifest`), 'utf8'), language, operator)
  const { name, short_name: short, theme_color: colour } = JSON.parse(text) as Record<string, string>
  expect(text).not.toMatch(DEFAULT_NAMES)
  expect(short).toBe(language === 'ar' ? OTHER_FACTS.arabicName : OTHER_FACTS.productName)
  expect([name?.startsWith(short ?? ''), colour]).toEqual([true, '#101820'])
})

test('icons are drawn from the logo, in the sizes that systems ask for', async () => {
  const files = operatorFiles(operator)
  const of = async (name: string) => (await files.get(name)!()).toString()
  expect(await of('icon.svg')).toContain('<circle cx="5" cy="5" r="4" fill="#2fb89b"/>')
  expect(await of('icon-marked.svg')).toContain('<circle cx="7.5" cy="2.5" r="2.308" fill="#d3212c"')
  const sizes = {
    'icon-192.png': 192,
    'icon-512.png': 512,
    'icon-maskable-512.png': 512,
    'apple-touch-icon.png': 180,
    'badge-96.png': 96,
  }
  for (const [name, size] of Object.entries(sizes))
    expect([name, await sharp(await files.get(name)!()).metadata()]).toMatchObject([
      name,
      { width: size, height: size },
    ])
})

test('with the default folder the mark, the icons and the manifests are those of the product, to the byte', async () => {
  const own = readOperator(undefined)
  const icon = await operatorFiles(own).get('icon.svg')!()
  expect(icon.toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><rect width="26" height="26" rx="5" fill="#f3b61f"/><path d="M6 10h11l-3-3M20 16H9l3 3" stroke="#1f1700" stroke-width="2.4" fill="none" stroke-linecap="square"/></svg>\n',
  )
  for (const language of LANGUAGES) {
    const text = await readFile(join(root, `public/app.${language}.webmanifest`), 'utf8')
    expect(manifestOf(text, language, own)).toBe(text)
  }
})
