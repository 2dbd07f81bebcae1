/** The rules of ARCHITECTURE.md, each with where a misplaced line should go. */
import { readFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SERVER_ARROWS } from './architecture/server-arrows.ts'
import { WEB_ARROWS } from './architecture/web-arrows.ts'

type Source = { file: string; text: string; imports: string[] }

const MAX_LINES = 400
/**
 * A noun is a family (its own files) or a folder of one. `ground`: what every noun may import.
 */
const SIDES = [
  { side: 'server', arrows: SERVER_ARROWS, ground: ['db', 'http'] },
  { side: 'web', arrows: WEB_ARROWS, ground: ['locales', 'ui', 'session'] },
] as const

type Side = (typeof SIDES)[number]

/** Packages without I/O or clock. */
const PURE_PACKAGES = ['zod/mini', 'ibantools']
/** Ethereum's encodings, hashes and signatures. */
const PURE_OF_ESCROW = /^ox\/(?:Abi\w+|Address|ContractAddress|Hash|Hex|Secp256k1|Signature|TypedData)$/

const sources = await readSources()
const code = sources.filter(({ file }) => !/\.test\.tsx?$/.test(file))
const importsOf = new Map(code.map(({ file, imports }) => [file, imports]))

/** The deletion of an account, and a change of business hours, waits for inserts that refer to it. */
const WAITING_FOR_INSERTS = [
  'server/account-data/delete-account.ts',
  'server/offers/business-hours/save-business-hours.ts',
  'server/db/migrations/0005_business_hours.sql',
  'server/db/migrations/0002_accounts.sql',
  'server/db/schema.sql',
]

/** The orders of the market, the tables of the purge and of the demonstration's history, and a mark in a comment. */
const WITH_RAW_SQL = [
  'server/db/pool.ts',
  'server/demo/move-back.ts',
  'server/jobs/purge-expired-rows.ts',
  'server/offers/market/order.ts',
]

describe('arrows', () => {
  rule(
    'domain is pure: it imports domain, zod/mini and ibantools only, and domain/escrow parts of ox',
    ({ file, imports }) => {
      if (!file.startsWith('domain/')) return []
      const wrong = imports.filter((from) => !from.startsWith('domain/') && !PURE_PACKAGES.includes(from))
      return file.startsWith('domain/escrow/') ? wrong.filter((from) => !PURE_OF_ESCROW.test(from)) : wrong
    },
  )
  rule('web and server never import each other: what both need belongs in domain', ({ file, imports }) => {
    if (file.startsWith('web/')) return imports.filter((from) => from.startsWith('server/'))
    return file.startsWith('server/') ? imports.filter((from) => from.startsWith('web/')) : []
  })
  for (const side of SIDES) {
    rule(`a noun of ${side.side}/ imports what scripts/architecture/${side.side}-arrows.ts allows it`, (source) => {
      const noun = nounOf(side, source.file)
      if (noun === null) return []
      const allowed = [...(side.arrows[noun] ?? []), ...groundOf(side, noun), noun]
      return source.imports.filter((from) => {
        const other = nounOf(side, from)
        return other !== null && !allowed.includes(other) && !allowed.includes(from.replace(`${side.side}/`, ''))
      })
    })
    test(`the arrows of ${side.side}/ name every noun, and no other`, () => {
      const nouns = new Set(code.map(({ file }) => nounOf(side, file)).filter((noun) => noun !== null))
      expect(Object.keys(side.arrows).toSorted()).toEqual([...nouns].toSorted())
    })
    test(`every arrow of ${side.side}/ is of an import`, () => {
      const isImported = (noun: string, arrow: string) =>
        code.some(
          ({ file, imports }) =>
            nounOf(side, file) === noun &&
            imports.some((from) => nounOf(side, from) === arrow || from === `${side.side}/${arrow}`),
        )
      const idle = Object.entries(side.arrows).flatMap(([noun, arrows]) =>
        arrows.filter((arrow) => !isImported(noun, arrow)).map((arrow) => `${noun} -> ${arrow}`),
      )
      expect(idle).toEqual([])
    })
    test(`no noun of ${side.side}/ can reach itself`, () => {
      expect(Object.keys(side.arrows).filter((noun) => reachableFrom(side, noun).has(noun))).toEqual([])
    })
    test(`a file of ${side.side}/ that the arrows name does not lead back`, () => {
      const back = Object.entries(side.arrows).flatMap(([noun, arrows]) =>
        arrows.filter(isFile).flatMap((arrow) => {
          const within = [...filesWithin(`${side.side}/${arrow}`)]
          return within.filter((file) => nounOf(side, file) === noun).map((file) => `${noun} -> ${arrow} -> ${file}`)
        }),
      )
      expect(back).toEqual([])
    })
    rule(`no two families of ${side.side}/ import each other`, ({ file, imports }) => {
      const family = familyOf(side, file)
      return imports.filter((from) => {
        const other = familyOf(side, from)
        return family !== null && other !== null && other !== family && familiesOf(side, other).has(family)
      })
    })
  }
  test('no two folders of web/ import each other', () => {
    const importedBy = new Map<string, Set<string>>()
    for (const { file, imports } of code)
      for (const from of imports) {
        const [folder, other] = [dirname(file), dirname(from)]
        if (folder !== other && folder.startsWith('web/') && other.startsWith('web/'))
          importedBy.set(other, (importedBy.get(other) ?? new Set()).add(folder))
      }
    const pairs = [...importedBy].flatMap(([folder, importers]) =>
      [...importers].filter((other) => importedBy.get(other)?.has(folder)).map((other) => `${folder} <-> ${other}`),
    )
    expect(importedBy.size).toBeGreaterThan(40)
    expect(pairs).toEqual([])
  })
  rule('web/ui knows no noun, no router and no query: pass it what it shows', ({ file, imports }) =>
    file.startsWith('web/ui/')
      ? imports.filter((from) =>
          /^(react-router|@tanstack\/)|^web\/(?!ui\/)|^domain\/(?!errors|number-format|reading\/numbers|texts|tile|time-zones)/.test(
            from,
          ),
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
    /^server\/(?!testing)/.test(source.file) ? requestCasts(source.text) : [],
  )
  rule('locks are FOR NO KEY UPDATE (FOR UPDATE deadlocks with foreign keys)', ({ file, text }) =>
    file.startsWith('scripts/') || WAITING_FOR_INSERTS.includes(file)
      ? []
      : [...text.matchAll(/for update/gi)].map(([found]) => found),
  )
  rule('a transaction is begun by inTransaction, which repeats it after a conflict', ({ file, text }) =>
    /^server\/(?!testing|db\/pool\.ts)/.test(file) ? (text.match(/\.transaction\(\)/g) ?? []) : [],
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
    'a sentence for users in domain/ is one plain literal behind /*i18n*/, by which the catalogue finds it',
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
  rule('a statement is text and parameters: sql.raw is for words of the code', ({ file, text }) =>
    isOfServer(file) && !WITH_RAW_SQL.includes(file) ? [...text.matchAll(/sql\.raw\(/g)].map(([found]) => found) : [],
  )
  rule('a program is started with a list of arguments, without a shell', ({ file, text }) =>
    isOfServer(file)
      ? [...text.matchAll(/import \{[^}]*\bexec(?:Sync)?\b[^}]*\} from 'node:child_process'|\bshell: true/g)].map(
          ([found]) => found,
        )
      : [],
  )
  rule('a lint rule is disabled with the reason in the same line, after “--”', ({ text }) =>
    [...text.matchAll(/(?:ox|es)lint-disable(?!.* -- \S).*/g)].map(([found]) => found),
  )
  rule('randomness that matters is not Math.random', ({ file, text }) =>
    /^(domain|server)\//.test(file) && !file.includes('/testing/')
      ? [...text.matchAll(/Math\.random/g)].map(([found]) => found).slice(file === 'server/db/pool.ts' ? 1 : 0)
      : [],
  )
})

function isOfServer(file: string): boolean {
  return file.startsWith('server/') && !file.includes('/testing/')
}

/** The noun of a file: a folder of a family where the arrows name it, else the family. */
function nounOf({ side, arrows }: Side, file: string): string | null {
  const [, family, noun] = new RegExp(`^${side}/([\\w-]+)/(?:([\\w-]+)/)?`).exec(file) ?? []
  if (family === undefined) return null
  return noun !== undefined && `${family}/${noun}` in arrows ? `${family}/${noun}` : family
}

function familyOf(side: Side, file: string): string | null {
  return nounOf(side, file)?.split('/')[0] ?? null
}

/** A noun of the ground itself stands on those before it. */
function groundOf({ ground }: Side, noun: string): readonly string[] {
  const own = ground.findIndex((family) => family === noun)
  return own < 0 ? ground : ground.slice(0, own)
}

/** The families that the nouns of a family may import, leaf files included. */
function familiesOf({ arrows }: Side, family: string): Set<string> {
  const own = Object.entries(arrows).flatMap(([noun, to]) => (noun.split('/')[0] === family ? to : []))
  return new Set(own.map((arrow) => arrow.split('/')[0]!))
}

function isFile(arrow: string): boolean {
  return /\.tsx?$/.test(arrow)
}

/** A file with all that it imports, directly or not. */
function filesWithin(file: string): Set<string> {
  const all = new Set([file])
  // Adding to a set while it is read extends the loop.
  for (const from of all) for (const imported of importsOf.get(from) ?? []) all.add(imported)
  return all
}

/** The nouns that a noun imports, directly or not. A leaf file imports nothing that could lead back. */
function reachableFrom(side: Side, noun: string, found: Set<string> = new Set()): Set<string> {
  for (const next of side.arrows[noun] ?? []) {
    if (isFile(next) || found.has(next)) continue
    found.add(next)
    reachableFrom(side, next, found)
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
