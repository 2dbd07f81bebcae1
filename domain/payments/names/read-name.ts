/** Reads a typed name into its words: titles left out, particles marked, prefixes joined to what they belong to. */
import { arabicNamesOf, isArabicScript } from './arabic-names.ts'
import { EUROPEAN_GIVEN_NAMES, VIETNAMESE } from './latin-names.ts'

/** A word of a name, in lower case and without diacritics. */
export type NameUnit = {
  text: string
  /** Ben, Abd and their kind, in one spelling, and what follows; the whole word is the stem where there is none. */
  prefix: Prefix
  stem: string
  isInitial: boolean
  /** A particle or an article, which spellings leave out: de, van, el. */
  isParticle: boolean
  isGiven: boolean
  /** A hyphen joins it to the next word. */
  hasHyphen: boolean
}

export type Prefix = '' | 'ben' | 'bent' | 'ould' | 'abd' | 'bou' | 'abou' | 'fixed'

export type PersonName = {
  units: readonly NameUnit[]
  isArabic: boolean
  isVietnamese: boolean
  /** It was written "surname, given names"; the units are in the usual order. */
  hasComma: boolean
}

/** More words than any name has; it also limits the work of a comparison. */
const WORDS_MAX = 9
const INITIALS_MAX = 3

const TITLES = new Set(
  `mr mrs ms miss mister sir madam mme mlle mademoiselle madame monsieur dr prof pr herr frau fr hr sra srta senor senora sig signor signora
  bay bayan jr ing السيد السيدة الانسة الدكتور الدكتورة سيد سيدة`.split(/\s+/),
)
const FIRST_TITLES = new Set('m mm sr sra dona hadj haj hajj elhadj elhaj hadja الحاج الحاجة'.split(' '))
const COMPANY = new Set(
  `sarl suarl sas sasu eurl ltd limited llc llp plc gmbh mbh ug ohg inc incorporated corp corporation company societe ste firma bv spa srl lda ltda
  anonim sirketi sti trading holding group groupe consulting import export bank banque association services enterprise enterprises شركة مؤسسة جمعية
  بنك`.split(/\s+/),
)
/** Two people: a joint account. */
const CONNECTORS = new Set(['et', 'and', 'und', 'oder', 'ou', 've', 'و', 'او'])

const PARTICLES = new Set(
  'el al ul de da do dos das del della dello degli di du des d van von vom zu zum zur ter ten y e ال'.split(' '),
)
/** Particles only after another: de la Cruz, van der Berg, but Le Goff. */
const LATER_PARTICLES = new Set('la las los le den der het lo'.split(' '))

const PREFIXES: Readonly<Record<string, Prefix>> = {
  ben: 'ben', bin: 'ben', ibn: 'ben', بن: 'ben', ابن: 'ben',
  bint: 'bent', bent: 'bent', بنت: 'bent',
  ould: 'ould', weld: 'ould', ولد: 'ould',
  abd: 'abd', abdel: 'abd', abdul: 'abd', abdal: 'abd', عبد: 'abd',
  bou: 'bou', بو: 'bou',
  abou: 'abou', abu: 'abou', ابو: 'abou',
  mc: 'fixed', mac: 'fixed', saint: 'fixed', san: 'fixed', santa: 'fixed', sainte: 'fixed', ait: 'fixed',
} // prettier-ignore

/** Articles between a prefix and its word, with the assimilated ones: Abd er Rahman. */
const ARTICLES = new Set('el al ul er ar ur es as en an ez az ed ad ech et'.split(' '))

/** The name, or null where it is none of a person: one word, initials only, digits, a company, two people. */
export function readName(text: string): PersonName | null {
  const { text: ordered, hasComma } = withoutComma(fold(text))
  if (/[\p{N}&+]/u.test(ordered)) return null
  const words = splitWords(ordered)
  if (words.some(({ text: word }) => COMPANY.has(word) || CONNECTORS.has(word))) return null
  const named = withoutTitles(words)
  const isVietnamese =
    named.length > 1 &&
    (VIETNAMESE.has(named[0]!.text) || VIETNAMESE.has(named.at(-1)!.text)) &&
    isVietnameseStyle(named)
  const units = isVietnamese ? named.map((word) => toUnit(word)) : joinPrefixes(named)
  const nameUnits = units.filter((unit) => !unit.isParticle)
  const initials = units.filter(({ isInitial }) => isInitial)
  if (units.length > WORDS_MAX || initials.length > INITIALS_MAX) return null
  if (nameUnits.length < 2 || nameUnits.every(({ isInitial }) => isInitial)) return null
  return { units, isArabic: isArabic(units), isVietnamese, hasComma }
}

/** Lower case, without diacritics and vowel signs, in the basic characters of its script. */
function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[ßæœøłđıðþأإآٱىیکڤ]/gu, (letter) => LETTERS[letter] ?? letter)
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ð: 'd', þ: 'th',
  أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ڤ: 'ف',
} // prettier-ignore

/** "Surname, given names" in the usual order. */
function withoutComma(text: string): { text: string; hasComma: boolean } {
  const [surname, given, ...more] = text.split(/[,،]/)
  if (given === undefined || more.length > 0 || given.trim() === '' || surname!.trim() === '')
    return { text, hasComma: false }
  return { text: `${given} ${surname}`, hasComma: true }
}

type Word = { text: string; hasHyphen: boolean }

function splitWords(text: string): Word[] {
  const spaced = text.replaceAll(/(?<![\p{L}])([dl])['’‘ʼ`´](?=\p{L})/gu, '$1 ').replaceAll(/['’‘ʼ`´ʿʾ]/gu, '')
  return [...spaced.matchAll(/(\p{L}+)([-‐‑–]?)/gu)].flatMap(([, word, hyphen]) =>
    initialsOf(word === 'st' ? 'saint' : word!).map((part) => ({ text: part, hasHyphen: hyphen !== '' })),
  )
}

/** "JW" is two initials: two consonants are no word. */
function initialsOf(word: string): string[] {
  return /^[b-df-hj-np-tv-xz]{2}$/.test(word) &&
    !['ng', 'mr', 'dr', 'ms', 'st', 'mc', 'jr', 'sr', 'hr', 'fr', 'pr'].includes(word)
    ? [...word]
    : [word]
}

function withoutTitles(words: readonly Word[]): Word[] {
  const named = words.filter(({ text }) => !TITLES.has(text))
  const first = named[0]
  const isTitle =
    first &&
    FIRST_TITLES.has(first.text) &&
    named.filter(({ text }) => text.length > 1).length >= (first.text.length > 1 ? 3 : 2)
  return isTitle ? named.slice(1) : named
}

function isVietnameseStyle(words: readonly Word[]): boolean {
  return words.every(
    ({ text }) => text.length <= 7 && arabicNamesOf(text).length === 0 && !EUROPEAN_GIVEN_NAMES.has(text),
  )
}

function joinPrefixes(words: readonly Word[]): NameUnit[] {
  const units: NameUnit[] = []
  for (let i = 0; i < words.length;) {
    const { unit, length } = unitAt(words, i)
    units.push(unit)
    i += length
  }
  return units
}

function unitAt(words: readonly Word[], i: number): { unit: NameUnit; length: number } {
  const word = words[i]!
  const prefix = PREFIXES[word.text]
  const start = i + (ARTICLES.has(words[i + 1]?.text ?? '') ? 2 : 1)
  const follower = words[start]
  const isBound = prefix !== undefined && follower !== undefined && follower.text.length > 1 && !isGivenBen(words, i)
  if (!isBound || words.length < 3) return { unit: toUnit(word, isParticle(words, i)), length: 1 }
  const { unit, length } = unitAt(words, start)
  const text = words
    .slice(i, start + length)
    .map((part) => part.text)
    .join('')
  const stem = unit.prefix === '' ? stripArticle(follower.text) : unit.text
  return { unit: { ...unit, text, prefix, stem, isGiven: prefix === 'abd' }, length: start - i + length }
}

/** Ben is a given name too: Ben Smith. */
function isGivenBen(words: readonly Word[], i: number): boolean {
  return i === 0 && words[0]!.text === 'ben' && arabicNamesOf(words[1]!.text).length === 0
}

function isParticle(words: readonly Word[], i: number): boolean {
  const { text } = words[i]!
  if (i === words.length - 1 || words.length < 3) return false
  if (PARTICLES.has(text)) return true
  return i > 0 && LATER_PARTICLES.has(text) && isParticle(words, i - 1)
}

function toUnit({ text, hasHyphen }: Word, particle = false): NameUnit {
  const { prefix, stem } = splitPrefix(text)
  const isGiven = EUROPEAN_GIVEN_NAMES.has(text) || arabicNamesOf(text).length > 0 || prefix === 'abd'
  return { text, prefix, stem, hasHyphen, isInitial: text.length === 1 && !particle, isParticle: particle, isGiven }
}

/** The prefix of a word that is written together with it: Bensalah, Abderrahman. */
function splitPrefix(text: string): { prefix: Prefix; stem: string } {
  const abd = /^abd(?:[eau]|ou)(?:l|(?=([rsnzdt])\1)[rsnzdt])([^l].{2,}|lah|latif)$/.exec(text)
  if (abd) return { prefix: 'abd', stem: abd[2]! }
  const ben = /^ben(?=.{3})(.+)$/.exec(text)
  if (ben) return { prefix: 'ben', stem: ben[1]! }
  const arabic = /^(?:عبد)(?:ال)?(.{2,})$/u.exec(text)
  if (arabic) return { prefix: 'abd', stem: arabic[1]! }
  return { prefix: '', stem: stripArticle(text) }
}

function stripArticle(text: string): string {
  return /^ال(.{2,})$/u.exec(text)?.[1] ?? text
}

function isArabic(units: readonly NameUnit[]): boolean {
  return units.some(({ text, prefix }, i) => {
    if (isArabicScript(text)) return true
    if (prefix === 'abd' || prefix === 'bent' || prefix === 'ould') return true
    if (prefix === 'ben' && i > 0 && !text.startsWith('benj')) return true
    return arabicNamesOf(text).some(({ isShared }) => !isShared)
  })
}
