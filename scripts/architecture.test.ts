/** The rules of ARCHITECTURE.md, each with where a misplaced line should go. */
import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

type Source = { file: string; text: string; imports: string[] }

const MAX_LINES = 400
/** What each room of the server may open the door of, besides itself, db, http, context, config and domain. */
const SIGN_IN_ROOMS = [
  'users',
  'one-time-tokens',
  'rate-limits',
  'sessions',
  'accounts',
  'factors',
  'identities',
  'sign-in',
  'registration',
  'api-keys',
]
const SERVER_ARROWS: Readonly<Record<string, readonly string[]>> = {
  market: [],
  escrow: [],
  live: SIGN_IN_ROOMS,
  mail: [],
  ...Object.fromEntries(SIGN_IN_ROOMS.map((room) => [room, [...SIGN_IN_ROOMS, 'mail', 'pictures']])),
  offers: [...SIGN_IN_ROOMS, 'market', 'pictures'],
  trades: [...SIGN_IN_ROOMS, 'offers', 'market', 'escrow', 'live', 'mail', 'pictures'],
  chat: [...SIGN_IN_ROOMS, 'trades', 'live', 'pictures'],
  profiles: [...SIGN_IN_ROOMS, 'pictures'],
  dashboard: ['profiles', 'trades'],
  alerts: [],
  staff: [...SIGN_IN_ROOMS, 'mail'],
  'account-data': [...SIGN_IN_ROOMS, 'mail', 'offers', 'trades', 'chat', 'market', 'profiles', 'alerts'],
  pictures: [],
}

const sources = await readSources()
const code = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))

describe('arrows', () => {
  rule('domain is pure: it imports domain and zod/mini only', ({ file, imports }) =>
    file.startsWith('domain/') ? imports.filter((from) => !from.startsWith('domain/') && from !== 'zod/mini') : [],
  )
  rule('web and server never import each other: what both need belongs in domain', ({ file, imports }) => {
    if (file.startsWith('web/')) return imports.filter((from) => from.startsWith('server/'))
    return file.startsWith('server/') ? imports.filter((from) => from.startsWith('web/')) : []
  })
  rule(
    'server rooms look one way: accounts <- offers <- trades <- chat; market and escrow are leaves',
    ({ file, imports }) => {
      const room = /^server\/([\w-]+)\//.exec(file)?.[1]
      const allowed = room === undefined ? undefined : SERVER_ARROWS[room]
      if (!allowed) return []
      return imports.filter((from) => {
        const other = /^server\/([\w-]+)\//.exec(from)?.[1]
        return other !== undefined && other !== room && other in SERVER_ARROWS && !allowed.includes(other)
      })
    },
  )
  rule('web/ui knows no noun, no router and no query: pass it what it shows', ({ file, imports }) =>
    file.startsWith('web/ui/')
      ? imports.filter((from) =>
          /^(react-router|@tanstack\/)|^web\/(?!ui\/)|^domain\/(?!errors|number-format)/.test(from),
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
    file.startsWith('scripts/') ? [] : [...text.matchAll(/for update/gi)].map(([found]) => found),
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
    file.startsWith('scripts/')
      ? []
      : [...text.matchAll(/dangerouslySetInnerHTML|\.innerHTML|\beval\(|new Function\(/g)].map(([found]) => found),
  )
  rule('randomness that matters is not Math.random', ({ file, text }) =>
    /^(domain|server)\//.test(file) && !file.includes('/testing/') && !file.includes('/chaos/')
      ? [...text.matchAll(/Math\.random/g)].map(([found]) => found).slice(file === 'server/db/pool.ts' ? 1 : 0)
      : [],
  )
})

function rule(name: string, wrongIn: (source: Source) => string[]): void {
  test(name, () => {
    expect(code.flatMap((source) => wrongIn(source).map((wrong) => `${source.file}: ${wrong}`))).toEqual([])
  })
}

/** Casts of what a request brings: "request.body as Input", "(params as { id: string })". */
function requestCasts(text: string): string[] {
  return [...text.matchAll(/\b(?:request\.)?(?:body|params|query)\)? as (?!const\b)/g)].map(([found]) => found)
}

test('a cast of a request is found', () => {
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
