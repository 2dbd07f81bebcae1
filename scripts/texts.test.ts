/** The rules of language that every text of the pages, the emails and the drawn pictures follows. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatter } from '@lingui/format-po'
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { LANGUAGES, SOURCE_LANGUAGE, type Language } from '../domain/languages.ts'
import { GLOSSARY } from './glossary.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDERS = [
  'web/locales',
  'server/mail/locales',
  'server/pages/og-images/locales',
  'server/trades/receipts/locales',
  'web/recovery/locales',
]

const texts: Record<Language, string[]> = {
  en: await textsOf('en'),
  fr: await textsOf('fr'),
  ar: await textsOf('ar'),
}

test.each([
  ['somebody, anybody, nobody, everybody', /\b(some|any|no|every)body\b/i],
  ['a mail', /\ba mail\b/i],
  ['at once', /\bat once\b/i],
  ['reckon', /\breckon/i],
  ['anew', /\banew\b/i],
  ['one’s', /\bone’s\b/i],
  ['by itself', /\bby itself\b/i],
  ['go on for continue', /\b(go|goes) on\b/i],
  ['don’t pay “now”, which reads as “not yet”', /n[o’]t pay now\b/i],
  ['paid on an account', /\baccounts? on which\b|\bpay on (the|your)\b/i],
  ['a value that needs another', /\bneeds? (a|two) (type|currency|different)\b/i],
  ['at the latest until', /\bat the latest until\b/i],
  ['an outage of the platform', /\bthe platform has an outage\b/i],
  ['a half sentence for a label', /^(Where you are|What \w+ did$|How$)/],
  ['a count of characters without its separator', /\b\d{4,} characters\b/],
  ['invented', /\binvented\b/i],
  ['three points for …', /\.\.\./],
  ['a straight apostrophe for ’', /'/],
])('English does not write %s', (_, pattern) => expect(matching('en', pattern)).toEqual([]))

test.each([
  ['U+202F before ; ! ? »', /[^\u202F][;!?»]/],
  ['U+202F after «', /«[^\u202F]/],
  ['U+00A0 before : and %', /[^\u00A0][:%]/],
  ['…, not three points', /\.\.\./],
  ['’, not a straight apostrophe', /'/],
  ['ouvrir automatiquement, not de lui-même', /\bde (lui|soi)-même\b/i],
  ['fictif, not inventé', /\binventé/i],
  ['ne payez pas, not pas maintenant', /\bpas maintenant\b/i],
  ['écart, not vs marché', /\bvs\b/i],
  ['peu importe, not indifférent', /\bindifférent/i],
  ['compte de réception, not payé sur', /^(Payé sur|Où vous êtes payé)$/],
  ['e‑mail with U+2011, which does not break at the end of a line', /\be-mail/i],
])('French writes %s', (_, pattern) => expect(matching('fr', pattern)).toEqual([]))

test.each([
  ['USDT as a feminine noun', /عادت USDT/],
  ['«USDT الخاص بـ» for a balance', /USDT الخاص/],
  ['a sign without U+200E before it', /(?<!\u200E)[-+][\d{]/],
  ['«لا تدفع الآن», which reads as «ليس بعد»', /لا تدفع الآن/],
  ['a lie for a practice trade', /م[ُ]?ختلق|متخيَّل/],
  ['«باسم الزوج» for a married name', /باسم الزوج/],
  ['«محظور بعد» for a blocked app', /محظور(?= بعد)/],
  ['«تعليم» for marking as read', /تعليم (الكل )?كمقروء/],
  ['a preposition at the end of «الاستلام»', /الاستلام على$/],
  ['three points for …', /\.\.\./],
  ['the brand in Latin script', /(?<!«)\bSarraf\b/],
])('Arabic does not write %s', (_, pattern) => expect(matching('ar', pattern)).toEqual([]))

const retired = GLOSSARY.flatMap(({ concept, terms, retired }) =>
  LANGUAGES.flatMap((language) => {
    const pattern = retired?.[language]
    return pattern ? [{ language, concept, term: terms[language], pattern }] : []
  }),
)
test.each(retired)('$language calls “$concept” $term', ({ language, pattern }) => {
  expect(matching(language, pattern)).toEqual([])
})

/**
 * Figures that are the name of something, an example, a day, a week and a month as such, or compared elsewhere (the wait after wrong
 * codes, in domain/accounts/factors.test.ts).
 */
const NO_LIMITS =
  /\b2-of-3\b|\b(1|one) USDT\b|\b\d\d:\d\d\b|“[^”]*”|\bof 2:|\bexample\b.*?(?=\. |$)|^((In the last|New in|Volume in) )?24 hours$|^Failed in 7 days$|\bfrom 200 to 299\b|\bwith 410\b|\bmore than 0\b|steps of 0\.1|\b1 min$|^Three steps$|^[1-3]\. |\bunits of 0\.000001\b|SHA256|argon2id|\bWait ten minutes\b|\bthree working days\b/g
/** Words for two and below are seldom limits: "two users", "a second factor". */
const WORD =
  /\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand)\b/i
const FIGURE = new RegExp(String.raw`\d|${WORD.source}`, 'i')

/** The digits in texts of domain/ are compared with their limits by domain/texts.test.ts. */
test('a figure in a text is interpolated', async () => {
  const messages = await Promise.all(
    FOLDERS.map(async (folder) => Object.entries(await catalogueOf(folder, SOURCE_LANGUAGE))),
  )
  const typed = messages.flat().filter(([id, { message = id, origin = [] }]) => {
    const files = origin.map(([file]) => file)
    // Its conversations are invented.
    if (files.includes('domain/trades/rehearsal-script.ts')) return false
    const figure = files.some((file) => file.startsWith('domain/')) ? WORD : FIGURE
    return wordsIn(compileMessage(message)).some((words) =>
      figure.test(words.replaceAll(/<\/?\d+\/?>/g, '').replaceAll(NO_LIMITS, '')),
    )
  })
  expect(messages.flat().length).toBeGreaterThan(1000)
  expect(typed.map(([id, { message = id }]) => message)).toEqual([])
})

/** Named by the endpoint's own fields, or by no constant. */
const NO_PERIOD =
  /24 hours|7 days by the hour, of 30 days by|last 7( or 30)?|seven days each|Exact to five minutes|at most 30 seconds old/g

test('a period in the description of an endpoint is interpolated', () => {
  const listed = execFileSync('git', ['ls-files', 'domain/api'], { cwd: root, encoding: 'utf8' }).split('\n')
  const sources = listed
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const lines = sources.flatMap((source) => source.replaceAll(/\/\*.*?\*\//gs, '').split('\n'))
  expect(lines.length).toBeGreaterThan(1000)
  const period = new RegExp(String.raw`(?:${FIGURE.source}).{0,8} (seconds|minutes|hours|days|times|characters)\b`, 'i')
  expect(lines.filter((line) => period.test(line.replaceAll(NO_PERIOD, '')))).toEqual([])
})

/** A value is printed as it is; a number, and a count of a plural, in the digits that the reader has chosen. */
test('a constant in an Arabic text has the digits of the reader', () => {
  expect(matching('ar', /\{[A-Z][A-Z_]+\}/)).toEqual([])
  expect(matching('ar', /\{[A-Z][A-Z_]+, number\}/).length).toBeGreaterThan(10)
})

/** What a message says itself, in each of its forms. */
function wordsIn(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return [token]
    const [, , choices] = token
    if (typeof choices !== 'object' || choices === null) return []
    return Object.values(choices).flatMap((form) => (Array.isArray(form) ? wordsIn(form) : []))
  })
}

/** "1 000 000 de jours", but "les 1 000 000 derniers jours", and no "de" before an abbreviation. */
test('a French count of millions has “de” before its noun', () => {
  const noun =
    /(?<!\b(les|des|ses) )(#|^\{\w+\})(<\d+>)?[ \u00A0](?!(h|min|derni\p{L}+|sans|partagent|non)(?!\p{L}))\p{L}/iu
  const plurals = texts.fr.flatMap((text) => pluralsIn(compileMessage(text)))
  expect(plurals.length).toBeGreaterThan(100)
  const wrong = plurals.filter(
    ({ many, other }) =>
      many === undefined || (noun.test(other ?? '') && !/(#|^\{\w+\})(<\d+>)?[ \u00A0]d(e |’)/.test(many)),
  )
  expect(wrong).toEqual([])
})

type Forms = Record<string, string>

/** The forms of each plural of a message, with "{name}" for a value in them. */
function pluralsIn(message: CompiledMessage): Forms[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return []
    const [, type, choices] = token
    if (typeof choices !== 'object' || choices === null) return []
    const forms = Object.entries(choices).filter((form): form is [string, CompiledMessage] => Array.isArray(form[1]))
    const inner = forms.flatMap(([, form]) => pluralsIn(form))
    return type === 'plural'
      ? [Object.fromEntries(forms.map(([name, form]) => [name, plainText(form)])), ...inner]
      : inner
  })
}

function plainText(message: CompiledMessage): string {
  return message.map((token) => (typeof token === 'string' ? token : `{${token[0]}}`)).join('')
}

/** A merge of two catalogues keeps one entry of those that share an English text and a context. */
test.each(LANGUAGES)('no two entries of a %s catalogue share their English text and their context', (language) => {
  for (const folder of FOLDERS) expect(repeated(readFileSync(join(root, folder, `${language}.po`), 'utf8'))).toEqual([])
})

function repeated(catalogue: string): string[] {
  const keys = catalogue
    .split('\n\n')
    .map((entry) => [...entry.matchAll(/^(?:msgctxt|msgid) (?:".*"\n)+/gm)].join(''))
    .filter((key) => key !== '')
  return keys.filter((key, at) => keys.indexOf(key) !== at)
}

/** The texts of a language that a pattern finds. No text is exempt, quoted texts of the specification included. */
function matching(language: Language, pattern: RegExp): string[] {
  return texts[language].filter((text) => pattern.test(text))
}

async function textsOf(language: Language): Promise<string[]> {
  const all = FOLDERS.map(async (folder) => {
    return Object.entries(await catalogueOf(folder, language)).map(([id, { message = id, translation = '' }]) =>
      language === SOURCE_LANGUAGE ? message : translation,
    )
  })
  return (await Promise.all(all)).flat()
}

function catalogueOf(folder: string, language: Language) {
  const filename = join(root, folder, `${language}.po`)
  const read = readFileSync(filename, 'utf8')
  return formatter().parse(read, { locale: language, sourceLocale: SOURCE_LANGUAGE, filename })
}
