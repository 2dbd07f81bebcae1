/** Every page finds its texts in the parts that it downloads: those of the modules that the bundler puts into it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { partOf } from '../../web/text-parts.ts'
import { readOperator } from '../../server/operator/operator.ts'
import { splitTexts } from './split-texts.ts'

test.each([
  ['/', 'first'],
  ['/nowhere', 'first'],
  ['/offers/buy', 'market'],
  ['/trader/amina_tn', 'market'],
  ['/faq', 'info'],
  ['/reset-password', 'entry'],
  ['/trade/new', 'own'],
  ['/admin', 'staff'],
] as const)('%s has the texts of the part %s', (path, part) => expect(partOf(path)).toBe(part))

/** Each text is that of one file. */
const TEXTS = {
  Frame: 'web/frame.ts',
  Offers: 'web/OffersPage.ts',
  Row: 'web/row.ts',
  Dialog: 'web/Dialog.ts',
  Question: 'web/FaqPage.ts',
  Both: 'web/both.ts',
  Lazy: 'web/lazy.ts',
  'Amount is required': 'domain/api/offers.ts',
  'Not here': 'server/mail.ts',
}
const PARTS = ['first', 'market', 'dialog', 'info'] as const

const FILES: Readonly<Record<string, string>> = {
  'web/entry.client.tsx': `
    import './frame.ts'
    import { routes } from './routes.ts'
    globalThis.started = [routes, import.meta.glob('./locales/*.po', { query: '?${PARTS[0]}' })]
    ${PARTS.slice(1)
      .map((part) => `globalThis.${part} = import.meta.glob('./locales/*.po', { query: '?${part}' })`)
      .join('\n')}`,
  'web/routes.ts': `export const routes = [
    { lazy: () => import('./Layout.ts'), children: [{ path: '/offers', lazy: () => import('./OffersPage.ts') }] },
    { path: '/faq', lazy: () => import('./FaqPage.ts') },
  ]`,
  'web/frame.ts': 'globalThis.frame = 1',
  'web/Layout.ts': 'export default 1',
  'web/OffersPage.ts': `
    import './row.ts'
    import './both.ts'
    import '../domain/api/offers.ts'
    import { withTexts } from './i18n.ts'
    export const load = [() => withTexts('dialog', () => import('./Dialog.ts')), () => import('./lazy.ts')]`,
  'web/i18n.ts': 'export const withTexts = (part, load) => load()',
  'web/row.ts': 'globalThis.row = 1',
  'web/both.ts': 'globalThis.both = 1',
  'web/lazy.ts': 'export default 2',
  'web/Dialog.ts': `import './row.ts'; import '../domain/api/offers.ts'; export default 3`,
  'web/FaqPage.ts': `import './both.ts'; export default 4`,
  'domain/api/offers.ts': 'globalThis.offers = 1',
  'web/locales/en.po': Object.entries(TEXTS)
    .map(([text, file]) => `#: ${file}\nmsgid "${text}"\nmsgstr "${text}"\n`)
    .join('\n'),
}

test('a part has the texts of its pages’ modules, and no text of a module that is loaded with another part', async () => {
  expect(await textsOf(FILES)).toEqual({
    first: ['Frame', 'Not here'],
    market: ['Offers', 'Row', 'Both', 'Lazy'],
    dialog: ['Row', 'Dialog', 'Amount is required'],
    info: ['Question', 'Both'],
  })
})

test.each([
  ['web/routes.ts', `export const routes = [['/faq', () => import('./FaqPage.ts')]]`, 'pages without a path'],
  [
    'web/routes.ts',
    `export const routes = [{ path: '/offers', lazy: () => import('./OffersPage.ts') }, { '*': () => import('./FaqPage.ts') }]`,
    'FaqPage.ts',
  ],
  [
    'web/FaqPage.ts',
    `export const path = './Dialog.ts'; export const load = (withTexts) => withTexts('dialog', () => import(path))`,
    'is not named',
  ],
])('another shape of %s stops the build: %s', async (file, code, message) => {
  await expect(textsOf({ ...FILES, [file]: code })).rejects.toThrow(message)
})

/** The texts of each part in a build of these files. */
async function textsOf(files: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const root = await mkdtemp(join(tmpdir(), 'sarraf-texts-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), content)
  }
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [splitTexts(root, readOperator(undefined))],
    build: { write: false, rolldownOptions: { input: join(root, 'web/entry.client.tsx') } },
  })) as Rolldown.RolldownOutput
  const chunks = output.filter((file) => file.type === 'chunk')
  return Object.fromEntries(
    PARTS.map((part) => {
      const code = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`?${part}`)))?.code ?? ''
      return [part, Object.keys(TEXTS).filter((text) => code.includes(`"${text}"`))]
    }),
  )
}
