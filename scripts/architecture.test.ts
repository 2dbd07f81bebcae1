/** The rules of ARCHITECTURE.md, each with where a misplaced line should go. */
import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

type Source = { file: string; text: string; imports: string[] }

const MAX_LINES = 400
/**
 * What each folder of the server may import, besides itself, db, http, context.ts and config.ts: a folder, or one file of it.
 * The arrows go one way: no folder can reach itself.
 */
const SERVER_ARROWS: Readonly<Record<string, readonly string[]>> = {
  db: [],
  http: ['sessions/viewer.ts'],
  openapi: [],
  'local-postgres': [],
  pictures: [],
  market: [],
  outages: [],
  escrow: [],
  mail: [],
  tiers: [],
  rehearsals: [],
  notifications: ['live', 'mail', 'sessions', 'users'],
  push: ['notifications', 'mail', 'encryption'],
  webhooks: ['notifications', 'mail', 'encryption', 'api-keys', 'one-time-tokens', 'rate-limits', 'sessions', 'users'],
  currencies: ['notifications', 'live'],
  'one-time-tokens': [],
  'rate-limits': [],
  users: [],
  encryption: [],
  live: ['sessions/viewer.ts'],
  pages: ['live'],
  contact: ['mail'],
  reports: ['sessions', 'users'],
  relations: ['users', 'pictures'],
  'saved-searches': ['notifications', 'users', 'live', 'market'],
  sessions: ['outages', 'one-time-tokens', 'users', 'rate-limits', 'mail', 'pictures'],
  'api-keys': ['sessions', 'one-time-tokens', 'users', 'mail', 'pictures'],
  teams: ['sessions', 'one-time-tokens', 'rate-limits', 'users', 'mail', 'pictures'],
  factors: ['encryption', 'sessions', 'one-time-tokens', 'users', 'mail'],
  accounts: [
    'encryption',
    'factors',
    'teams',
    'api-keys',
    'sessions',
    'one-time-tokens',
    'rate-limits',
    'users',
    'mail',
    'notifications',
  ],
  identities: ['encryption', 'factors', 'sessions', 'one-time-tokens', 'users', 'mail'],
  'sign-in': [
    'encryption',
    'accounts',
    'identities',
    'factors',
    'api-keys',
    'sessions',
    'one-time-tokens',
    'rate-limits',
    'users',
    'mail',
  ],
  registration: [
    'sign-in',
    'encryption',
    'accounts',
    'identities',
    'sessions',
    'one-time-tokens',
    'rate-limits',
    'users',
    'mail',
  ],
  'payment-accounts': ['encryption', 'sessions', 'users', 'mail'],
  'business-hours': ['rate-limits'],
  'quick-replies': [],
  'offer-templates': [],
  offers: ['currencies', 'payment-accounts', 'notifications', 'relations', 'sessions', 'users', 'market', 'pictures'],
  'og-images': ['offers', 'profiles', 'pictures', 'mail/message-catalogues.ts'],
  sitemap: ['market'],
  evidence: ['pictures', 'encryption', 'live'],
  trades: [
    'business-hours',
    'outages',
    'currencies',
    'tiers',
    'encryption',
    'payment-accounts',
    'offers',
    'relations',
    'sessions',
    'users',
    'teams',
    'rate-limits',
    'escrow',
    'evidence',
    'market',
    'live',
    'notifications',
    'pictures',
  ],
  chat: ['trades', 'teams', 'notifications', 'live', 'pictures'],
  disputes: ['trades', 'chat', 'evidence', 'staff', 'sessions', 'users', 'live', 'pictures', 'encryption'],
  transparency: [],
  receipts: ['trades', 'mail/message-catalogues.ts', 'og-images/fonts.ts'],
  profiles: ['pictures', 'users'],
  ratings: ['notifications', 'users'],
  dashboard: ['profiles', 'trades'],
  staff: ['contact', 'sessions', 'users', 'mail', 'notifications', 'outages', 'trades'],
  demo: [
    'encryption',
    'payment-accounts',
    'accounts',
    'factors',
    'offers',
    'trades',
    'chat',
    'evidence',
    'disputes',
    'staff',
    'notifications',
    'ratings',
    'profiles',
  ],
  'account-data': [
    'accounts',
    'disputes',
    'encryption',
    'payment-accounts',
    'api-keys',
    'factors',
    'sessions',
    'offers',
    'trades',
    'chat',
    'evidence',
    'profiles',
    'rehearsals',
    'ratings',
    'notifications',
    'market',
    'mail',
    'relations',
    'reports',
    'saved-searches',
    'business-hours',
    'quick-replies',
    'offer-templates',
    'webhooks',
    'demo/demo-users.ts',
    'demo/demo-traders.ts',
  ],
  jobs: [
    'currencies',
    'trades',
    'disputes',
    'business-hours',
    'offers',
    'ratings',
    'saved-searches',
    'notifications',
    'push',
    'webhooks',
    'mail',
    'transparency',
  ],
  testing: [
    'encryption',
    'payment-accounts',
    'accounts',
    'identities',
    'registration',
    'sessions',
    'offers',
    'trades',
    'disputes',
    'market',
    'mail',
    'openapi',
    'local-postgres',
  ],
  chaos: ['testing', 'local-postgres', 'notifications'],
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
  'server/business-hours/save-business-hours.ts',
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
  rule('a folder of server/ imports what SERVER_ARROWS allows it', ({ file, imports }) => {
    const folder = folderOf(file)
    if (folder === null) return []
    const allowed = [...(SERVER_ARROWS[folder] ?? []), ...(GROUND.includes(folder) ? ['db'] : GROUND), folder]
    return imports.filter((from) => {
      const other = folderOf(from)
      return other !== null && !allowed.includes(other) && !allowed.includes(from.replace('server/', ''))
    })
  })
  test('SERVER_ARROWS names every folder of server/, and no other', () => {
    const folders = new Set(sources.map(({ file }) => folderOf(file)).filter((folder) => folder !== null))
    expect(Object.keys(SERVER_ARROWS).toSorted()).toEqual([...folders].toSorted())
  })
  test('the table of ARCHITECTURE.md has the same arrows', async () => {
    const document = await readFile('ARCHITECTURE.md', 'utf8')
    const [, table = ''] = document.split('| server folder | imports')
    const documented = table
      .split('\n\n')[0]!
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim()))
    const wrong = documented.flatMap(([, folders = '', imports = '']) =>
      folders.split(', ').filter((folder) => {
        const arrows = new Set((SERVER_ARROWS[folder] ?? ['no such folder']).map((arrow) => arrow.replace(/\/.*/, '')))
        return (
          [...arrows].toSorted().join(', ') !==
          imports
            .split(', ')
            .filter((to) => to !== 'no other folder')
            .toSorted()
            .join(', ')
        )
      }),
    )
    expect(documented.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
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

function folderOf(file: string): string | null {
  return /^server\/([\w-]+)\//.exec(file)?.[1] ?? null
}

/** The folders that a folder imports, directly or not. A leaf file imports nothing that could lead back. */
function reachableFrom(folder: string, found: Set<string> = new Set()): Set<string> {
  for (const next of SERVER_ARROWS[folder] ?? []) {
    if (next.includes('/') || found.has(next)) continue
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
