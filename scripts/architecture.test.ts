/** The rules of ARCHITECTURE.md, each with where a misplaced line should go. */
import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

type Source = { file: string; text: string; imports: string[] }

const MAX_LINES = 400
/**
 * What each noun of the server may import, besides itself, db, http, context.ts and config.ts: a noun, or one file of it. A noun
 * is a family (its own files) or a folder of one. The arrows go one way: no noun can reach itself.
 */
const SERVER_ARROWS: Readonly<Record<string, readonly string[]>> = {
  'account-data': [
    'accounts',
    'disputes',
    'db/encryption',
    'payments/payment-accounts',
    'accounts/api-keys',
    'accounts/factors',
    'accounts/sessions',
    'offers',
    'trades',
    'chat',
    'trades/evidence',
    'profiles',
    'trades/rehearsals',
    'profiles/ratings',
    'notifications',
    'offers/market',
    'mail',
    'profiles/relations',
    'profiles/reports',
    'offers/saved-searches',
    'offers/business-hours',
    'chat/quick-replies',
    'offers/offer-templates',
    'notifications/webhooks',
    'demo/demo-users.ts',
    'demo/demo-traders.ts',
  ],
  accounts: [
    'db/encryption',
    'accounts/factors',
    'accounts/teams',
    'accounts/api-keys',
    'accounts/sessions',
    'accounts/one-time-tokens',
    'http/rate-limits',
    'accounts/users',
    'mail',
  ],
  'accounts/api-keys': ['accounts/sessions', 'accounts/one-time-tokens', 'accounts/users', 'mail', 'http/pictures'],
  'accounts/factors': ['db/encryption', 'accounts/sessions', 'accounts/one-time-tokens', 'accounts/users', 'mail'],
  'accounts/identities': [
    'db/encryption',
    'accounts/factors',
    'accounts/sessions',
    'accounts/one-time-tokens',
    'accounts/users',
    'mail',
  ],
  'accounts/one-time-tokens': [],
  'accounts/registration': [
    'accounts/sign-in',
    'db/encryption',
    'accounts',
    'accounts/identities',
    'accounts/sessions',
    'accounts/one-time-tokens',
    'http/rate-limits',
    'accounts/users',
    'mail',
  ],
  'accounts/sessions': [
    'http/outages',
    'accounts/one-time-tokens',
    'accounts/users',
    'http/rate-limits',
    'mail',
    'http/pictures',
  ],
  'accounts/sign-in': [
    'db/encryption',
    'accounts',
    'accounts/identities',
    'accounts/factors',
    'accounts/api-keys',
    'accounts/sessions',
    'accounts/one-time-tokens',
    'http/rate-limits',
    'accounts/users',
    'mail',
  ],
  'accounts/teams': [
    'accounts/sessions',
    'accounts/one-time-tokens',
    'http/rate-limits',
    'accounts/users',
    'mail',
    'http/pictures',
  ],
  'accounts/tiers': [],
  'accounts/users': [],
  chat: ['trades', 'accounts/teams', 'notifications', 'notifications/live', 'http/pictures'],
  'chat/quick-replies': [],
  dashboard: ['profiles', 'trades'],
  db: [],
  'db/encryption': [],
  'db/local-postgres': [],
  demo: [
    'db/encryption',
    'payments/payment-accounts',
    'accounts',
    'accounts/factors',
    'offers',
    'trades',
    'chat',
    'trades/evidence',
    'disputes',
    'staff',
    'notifications',
    'profiles/ratings',
    'profiles',
  ],
  disputes: [
    'trades',
    'chat',
    'trades/evidence',
    'staff',
    'accounts/sessions',
    'accounts/users',
    'notifications/live',
    'http/pictures',
    'db/encryption',
  ],
  http: [],
  'http/openapi': [],
  'http/outages': [],
  'http/pictures': [],
  'http/rate-limits': [],
  jobs: [
    'offers/currencies',
    'trades',
    'disputes',
    'offers/business-hours',
    'offers',
    'profiles/ratings',
    'offers/saved-searches',
    'notifications',
    'notifications/push',
    'notifications/webhooks',
    'mail',
    'staff/transparency',
  ],
  mail: [],
  notifications: ['notifications/live', 'mail', 'accounts/sessions', 'accounts/users'],
  'notifications/live': [],
  'notifications/push': ['notifications', 'mail', 'db/encryption'],
  'notifications/webhooks': [
    'notifications',
    'mail',
    'db/encryption',
    'accounts/api-keys',
    'accounts/one-time-tokens',
    'http/rate-limits',
    'accounts/sessions',
    'accounts/users',
  ],
  offers: [
    'offers/currencies',
    'payments/payment-accounts',
    'notifications',
    'profiles/relations',
    'accounts/sessions',
    'accounts/users',
    'offers/market',
    'http/pictures',
  ],
  'offers/business-hours': ['http/rate-limits'],
  'offers/currencies': ['notifications', 'notifications/live'],
  'offers/market': [],
  'offers/offer-templates': [],
  'offers/saved-searches': ['notifications', 'accounts/users', 'notifications/live', 'offers/market'],
  pages: ['notifications/live'],
  'pages/og-images': ['offers', 'profiles', 'http/pictures', 'mail/message-catalogues.ts'],
  'pages/sitemap': ['offers/market'],
  'payments/payment-accounts': ['db/encryption', 'accounts/sessions', 'accounts/users', 'mail'],
  profiles: ['http/pictures', 'accounts/users'],
  'profiles/ratings': ['notifications', 'accounts/users'],
  'profiles/relations': ['accounts/users', 'http/pictures'],
  'profiles/reports': ['accounts/sessions', 'accounts/users'],
  staff: ['staff/contact', 'accounts/sessions', 'accounts/users', 'mail', 'notifications', 'http/outages', 'trades'],
  'staff/contact': ['mail'],
  'staff/transparency': [],
  testing: [
    'db/encryption',
    'payments/payment-accounts',
    'accounts',
    'accounts/identities',
    'accounts/registration',
    'accounts/sessions',
    'offers',
    'trades',
    'disputes',
    'offers/market',
    'mail',
    'http/openapi',
    'db/local-postgres',
  ],
  'testing/chaos': ['testing', 'db/local-postgres', 'notifications'],
  trades: [
    'offers/business-hours',
    'http/outages',
    'offers/currencies',
    'accounts/tiers',
    'db/encryption',
    'payments/payment-accounts',
    'offers',
    'profiles/relations',
    'accounts/sessions',
    'accounts/users',
    'accounts/teams',
    'http/rate-limits',
    'trades/escrow',
    'trades/evidence',
    'offers/market',
    'notifications/live',
    'notifications',
    'http/pictures',
  ],
  'trades/escrow': [],
  'trades/evidence': ['http/pictures', 'db/encryption', 'notifications/live'],
  'trades/receipts': ['trades', 'mail/message-catalogues.ts', 'pages/og-images/fonts.ts'],
  'trades/rehearsals': [],
}
/** Every folder may import these, but for the ones they import themselves. */
const GROUND = ['db', 'http']

/** Packages without I/O or clock. */
const PURE_PACKAGES = ['zod/mini', 'ibantools']

const sources = await readSources()
const code = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))

/** The deletion of an account, and a change of business hours, waits for inserts that refer to it. */
const WAITING_FOR_INSERTS = [
  'server/account-data/delete-account.ts',
  'server/offers/business-hours/save-business-hours.ts',
  'server/db/migrations/0006_offers.sql',
  'server/db/migrations/0002_accounts.sql',
  'server/db/schema.sql',
]

describe('arrows', () => {
  rule('domain is pure: it imports domain, zod/mini and ibantools only', ({ file, imports }) =>
    file.startsWith('domain/')
      ? imports.filter((from) => !from.startsWith('domain/') && !PURE_PACKAGES.includes(from))
      : [],
  )
  rule('web and server never import each other: what both need belongs in domain', ({ file, imports }) => {
    if (file.startsWith('web/')) return imports.filter((from) => from.startsWith('server/'))
    return file.startsWith('server/') ? imports.filter((from) => from.startsWith('web/')) : []
  })
  rule('a noun of server/ imports what SERVER_ARROWS allows it', ({ file, imports }) => {
    const folder = folderOf(file)
    if (folder === null) return []
    const allowed = [...(SERVER_ARROWS[folder] ?? []), ...(GROUND.includes(folder) ? ['db'] : GROUND), folder]
    return imports.filter((from) => {
      const other = folderOf(from)
      return other !== null && !allowed.includes(other) && !allowed.includes(from.replace('server/', ''))
    })
  })
  test('SERVER_ARROWS names every noun of server/, and no other', () => {
    const folders = new Set(sources.map(({ file }) => folderOf(file)).filter((folder) => folder !== null))
    expect(Object.keys(SERVER_ARROWS).toSorted()).toEqual([...folders].toSorted())
  })
  rule('no two families of server/ import each other', ({ file, imports }) => {
    const family = familyOf(file)
    return imports.filter((from) => {
      const other = familyOf(from)
      return family !== null && other !== null && other !== family && familiesOf(other).has(family)
    })
  })
  test('the table of families in ARCHITECTURE.md has the same arrows', async () => {
    const document = await readFile('ARCHITECTURE.md', 'utf8')
    const [, table = ''] = document.split('| family of the server | imports')
    const documented = table
      .split('\n\n')[0]!
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim()))
      .map(([, family = '', imports = '']) => `${family}: ${imports}`)
    const families = new Set(Object.keys(SERVER_ARROWS).map((noun) => noun.split('/')[0]!))
    const actual = [...families]
      .filter((family) => !GROUND.includes(family))
      .map((family) => `${family}: ${[...familiesOf(family)].toSorted().join(', ') || 'no other family'}`)
    expect(documented.toSorted()).toEqual(actual.toSorted())
  })
  test('SERVER_ARROWS has no circle', () => {
    expect(Object.keys(SERVER_ARROWS).filter((folder) => reachableFrom(folder).has(folder))).toEqual([])
  })
  rule('web/ui knows no noun, no router and no query: pass it what it shows', ({ file, imports }) =>
    file.startsWith('web/ui/')
      ? imports.filter((from) =>
          /^(react-router|@tanstack\/)|^web\/(?!ui\/)|^domain\/(?!errors|number-format|tile)/.test(from),
        )
      : [],
  )
  rule('@base-ui is wrapped once, in web/ui', ({ file, imports }) =>
    file.startsWith('web/ui/') ? [] : imports.filter((from) => from.startsWith('@base-ui/')),
  )
})

describe('habits', () => {
  rule('routes.ts holds no SQL: move it to queries.ts or a verb', ({ file, text }) =>
    file.endsWith('/routes.ts') && /\bsql`/.test(text) ? ['sql`'] : [],
  )
  rule('a file with SQL never sees a request: pass it what it needs', ({ file, text }) =>
    file.startsWith('server/') &&
    !file.startsWith('server/http/') &&
    /\bsql[<`]/.test(text) &&
    /Fastify(Request|Reply)\b/.test(text)
      ? ['FastifyRequest']
      : [],
  )
  rule('input is typed by the contract: mount the endpoint with endpointsOn and take params, query, body', (source) =>
    /^server\/(?!testing|chaos)/.test(source.file) ? requestCasts(source.text) : [],
  )
  rule('locks are FOR NO KEY UPDATE (FOR UPDATE deadlocks with foreign keys)', ({ file, text }) =>
    file.startsWith('scripts/') || WAITING_FOR_INSERTS.includes(file)
      ? []
      : [...text.matchAll(/for update/gi)].map(([found]) => found),
  )
  rule('deadlines are judged by clock_timestamp(), since now() stands still in a transaction', ({ file, text }) =>
    /^server\/.*\.(ts|sql)$/.test(file) ? [...text.matchAll(/(?<![\w.])now\(\)/g)].map(([found]) => found) : [],
  )
  rule('styles are logical, so that right-to-left works: ms-, me-, ps-, pe-, start-, end-', ({ file, text }) =>
    file.startsWith('web/')
      ? [
          ...text.matchAll(
            /(?<=[\s"'`:!])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-[lr]|text-left|text-right)-?[\w[\]./-]*(?=[\s"'`])/g,
          ),
        ]
          .map(([found]) => found)
          .filter((found) => /^-?(m[lr]|p[lr]|left|right|border-[lr]|rounded-[lr])-|^text-(left|right)$/.test(found))
      : [],
  )
  rule(
    'a sentence for people in domain/ is one plain literal behind /*i18n*/, by which the catalogue finds it',
    (source) => (/^domain\/(?!api\/)/.test(source.file) ? unmarkedTexts(source.text) : []),
  )
  rule(`a file is at most ${MAX_LINES} lines, unless a command writes it`, ({ file, text }) => {
    const lines = text.split('\n').length
    return lines > MAX_LINES && file !== 'server/db/schema.sql' ? [`${lines} lines`] : []
  })
  rule('there is no room for odds and ends', ({ file }) =>
    /\/(utils|helpers|common|services|core|lib)\//.test(file) ? [dirname(file)] : [],
  )
  rule('no raw HTML and no evaluated text', ({ file, text }) =>
    file.startsWith('scripts/') || file === 'web/layout/InlineScript.tsx'
      ? []
      : [...text.matchAll(/dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/g)].map(([found]) => found),
  )
  rule('randomness that matters is not Math.random', ({ file, text }) =>
    /^(domain|server)\//.test(file) && !file.includes('/testing/') && !file.includes('/chaos/')
      ? [...text.matchAll(/Math\.random/g)].map(([found]) => found).slice(file === 'server/db/pool.ts' ? 1 : 0)
      : [],
  )
})

/** The noun of a server file: a folder of a family where SERVER_ARROWS names it, else the family. */
function folderOf(file: string): string | null {
  const [, family, noun] = /^server\/([\w-]+)\/(?:([\w-]+)\/)?/.exec(file) ?? []
  if (family === undefined) return null
  return noun !== undefined && `${family}/${noun}` in SERVER_ARROWS ? `${family}/${noun}` : family
}

function familyOf(file: string): string | null {
  return /^server\/([\w-]+)\//.exec(file)?.[1] ?? null
}

/** The families that a family of the server may import, besides the ground. */
function familiesOf(family: string): Set<string> {
  const arrows = Object.entries(SERVER_ARROWS).flatMap(([noun, to]) => (noun.split('/')[0] === family ? to : []))
  const others = arrows.map((arrow) => arrow.split('/')[0]!)
  return new Set(others.filter((other) => other !== family && !GROUND.includes(other)))
}

/** The folders that a folder imports, directly or not. A leaf file imports nothing that could lead back. */
function reachableFrom(folder: string, found: Set<string> = new Set()): Set<string> {
  for (const next of SERVER_ARROWS[folder] ?? []) {
    if (next.endsWith('.ts') || found.has(next)) continue
    found.add(next)
    reachableFrom(next, found)
  }
  return found
}

function rule(name: string, wrongIn: (source: Source) => string[]): void {
  test(name, () => {
    expect(code.flatMap((source) => wrongIn(source).map((wrong) => `${source.file}: ${wrong}`))).toEqual([])
  })
}

/** Casts of a request's input: "request.body as Input", "(params as { id: string })". */
function requestCasts(text: string): string[] {
  return [...text.matchAll(/\b(?:request\.)?(?:body|params|query)\)? as (?!const\b)/g)].map(([found]) => found)
}

test('a cast of a request’s input is found', () => {
  const casts = ['request.body as Input', '(request.params as { id: string }).id', 'const { q } = query as Query']
  for (const cast of casts) expect(requestCasts(cast)).toHaveLength(1)
  expect(requestCasts('const { params, query, body } = request\nmount(api.x, ({ body }) => save(body))')).toEqual([])
})

/** Sentences of three words and more that no catalogue would find, and marked texts that are not one plain literal. */
function unmarkedTexts(text: string): string[] {
  const code = text.replaceAll(/\/\*(?!i18n\*\/)[^]*?\*\/|\/\/.*/g, '')
  const literals = [...code.matchAll(/(\/\*i18n\*\/ |Error\()?(?:'([^'\n]*)'|("[^"\n]*"|`[^`]*`))/g)]
  return literals
    .filter(([, before, plain, other]) => {
      if (before?.startsWith('/*i18n*/')) return plain === undefined
      return before === undefined && /^["`]?[A-Z“{][^ ]* [^ ]+ [^ ]/.test(plain ?? other ?? '')
    })
    .map(([found]) => found)
}

async function readSources(): Promise<Source[]> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const files = listed.split('\n').filter((file) => /^(domain|server|web|e2e|scripts)\/.*\.(ts|tsx|sql)$/.test(file))
  const found = await Promise.all(files.map(readSource))
  return found.filter((source) => source !== null)
}

async function readSource(file: string): Promise<Source | null> {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, from = '']) => from)
  const imports = specifiers.map((from) => (from.startsWith('.') ? normalize(join(dirname(file), from)) : from))
  return { file, text, imports }
}
