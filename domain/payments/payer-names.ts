/**
 * Whether the name on the account that a payment came from is the name that the buyer declared. Payments by third parties
 * are the commonest fraud, so a doubt is "different": the seller can state that it is the same person all the same.
 *
 * Two spellings of one name differ in case, diacritics, order, particles, initials, titles, middle names, and, for names
 * from Arabic, in script and transcription. A given name and a surname must agree in both.
 */
import { type NameUnit, type PersonName, readName } from './names/read-name.ts'
import { isArabicPair, isSameWord } from './names/same-word.ts'
import { SPANISH } from './names/latin-names.ts'

export type PayerCheckResult = 'same' | 'different'

export function compareNames(declared: string, seen: string): PayerCheckResult {
  const [a, b] = [readName(declared), readName(seen)]
  return a && b && (isSamePerson(a, b) || isSamePerson(b, a)) ? 'same' : 'different'
}

/** A match of one word, or of several written together, with the same on the other side. */
type Match = { a: readonly number[]; b: readonly number[]; kind: 'full' | 'initial' | 'patronymic' }

/** The most words that are read as one: `van den Berg`, `Abd el Kader`. */
const LONGEST_GROUP = 4
/** Names that repeat one word have too many ways to match; they are refused. */
const STEPS_MAX = 2000

function isSamePerson(a: PersonName, b: PersonName): boolean {
  const fuzzy = isArabicPair(a, b)
  const candidates = a.units.map((_, i) => matchesFrom(i))
  let steps = 0
  return explore(0, [])

  /** Tries every way to match the words of `a` from `i` on with words of `b` that are free. */
  function explore(i: number, matches: readonly Match[]): boolean {
    if (steps++ > STEPS_MAX) return false
    if (i >= a.units.length) return agrees(a, b, matches)
    const isFree = (match: Match) => !match.b.some((j) => matches.some(({ b: used }) => used.includes(j)))
    return (
      candidates[i]!.some((match) => isFree(match) && explore(i + match.a.length, [...matches, match])) ||
      explore(i + 1, matches)
    )
  }

  function matchesFrom(i: number): Match[] {
    const found: Match[] = []
    for (let p = 1; p <= LONGEST_GROUP && i + p <= a.units.length; p++) {
      for (let j = 0; j < b.units.length; j++) {
        for (let q = 1; q <= (p === 1 ? LONGEST_GROUP : 1) && j + q <= b.units.length; q++) {
          const kind = kindOf(a.units.slice(i, i + p), b.units.slice(j, j + q))
          if (kind) found.push({ a: range(i, p), b: range(j, q), kind })
        }
      }
    }
    return found
  }

  function kindOf(left: readonly NameUnit[], right: readonly NameUnit[]): Match['kind'] | null {
    const [x, y] = [left[0]!, right[0]!]
    if (left.length > 1 || right.length > 1) {
      if ([...left, ...right].every(({ isInitial }) => isInitial)) return null
      return isSameWord(joined(left), joined(right), fuzzy) ? 'full' : null
    }
    if (x.isInitial || y.isInitial) return x.text[0] === y.text[0] ? 'initial' : null
    if (isSameWord(x, y, fuzzy)) return x.isParticle && y.isParticle ? 'patronymic' : 'full'
    const isPatronymic = (x.prefix === 'ben') !== (y.prefix === 'ben')
    return isPatronymic && isSameWord({ ...x, prefix: '' }, { ...y, prefix: '' }, fuzzy) ? 'patronymic' : null
  }
}

/** Words read as one: only their spelling counts. */
function joined(units: readonly NameUnit[]): NameUnit {
  return units.length === 1
    ? units[0]!
    : {
        ...units.at(-1)!,
        text: units.map(({ text }) => text).join(''),
        prefix: '',
        stem: units.map(({ text }) => text).join(''),
      }
}

function range(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => start + k)
}

function agrees(a: PersonName, b: PersonName, matches: readonly Match[]): boolean {
  const full = matches.filter(({ kind }) => kind === 'full')
  const initials = matches.filter(({ kind }) => kind === 'initial')
  if (full.length === 0 || full.length + initials.length < 2) return false
  if (
    matches.some(
      ({ kind, a: [i], b: [j] }) => kind === 'patronymic' && !isFree(a.units[i!]!, b.units[j!]!) && full.length < 2,
    )
  ) {
    return false
  }
  const [extraA, extraB] = [
    extras(
      a,
      matches.flatMap((match) => match.a),
    ),
    extras(
      b,
      matches.flatMap((match) => match.b),
    ),
  ]
  if (extraA.length > 0 && extraB.length > 0) return false
  if (full.length === 1 && !initials.every((match) => isGivenInitial(a, b, match))) return false
  const placeInB = (i: number) => matches.find((match) => match.a.includes(i))?.b[0] ?? -1
  const placeInA = (j: number) => matches.find((match) => match.b.includes(j))?.a[0] ?? -1
  return canMiss(a, extraA, placeInB) && canMiss(b, extraB, placeInA)
}

function isFree(x: NameUnit, y: NameUnit): boolean {
  return x.isParticle && y.isParticle
}

/** The words without a match that are no particles. */
function extras(name: PersonName, matched: readonly number[]): number[] {
  return name.units.flatMap((unit, i) => (matched.includes(i) || unit.isParticle ? [] : [i]))
}

/** Whether an initial that decides stands for a given name: "Mohamed T." is every Mohamed with that initial. */
function isGivenInitial(a: PersonName, b: PersonName, { a: [i], b: [j] }: Match): boolean {
  return [
    { name: a, at: i! },
    { name: b, at: j! },
  ].every(({ name, at }) => {
    if (name.units[at]!.isInitial) return true
    const words = nameWords(name)
    const side = surnameSide(name, words)
    return side === 'first' ? at !== words[0] : at !== words.at(-1)
  })
}

/** Whether the other spelling may leave these words out: middle names and second surnames, not the first given name. */
function canMiss(name: PersonName, missing: readonly number[], placeInOther: (at: number) => number): boolean {
  if (missing.length === 0) return true
  const words = nameWords(name)
  const isMissing = (at: number | undefined) => at !== undefined && missing.includes(at)
  const isGiven = (at: number) => name.units[at]!.isGiven
  if (name.isVietnamese) return !isMissing(words[0]) && !isMissing(words.at(-1)) && words.length - missing.length >= 2
  const side = surnameSide(name, words)
  if (side === 'first') {
    const given = words.slice(1).find(isGiven) ?? words[1]
    return !isMissing(words[0]) && !isMissing(given)
  }
  if (isMissing(words[0])) return false
  const last = words.at(-1)!
  // Where nothing tells the surname, another order may mean that the first given name is missing.
  if (side === 'unknown' && !isMissing(last) && placeInOther(words[0]!) > placeInOther(last)) return false
  const beforeLast = words.at(-2)!
  const hasTwoSurnames = words.length > 2 && !isGiven(beforeLast) && isSurnamePair(name, beforeLast, last)
  if (isMissing(last)) return hasTwoSurnames && !isMissing(beforeLast)
  return !(
    hasTwoSurnames &&
    isMissing(beforeLast) &&
    isSpanish(name.units[beforeLast]!) &&
    isSpanish(name.units[last]!)
  )
}

function isSurnamePair(name: PersonName, first: number, second: number): boolean {
  const unit = name.units[first]!
  return unit.hasHyphen || isSpanish(unit) || (name.isArabic && !name.units[second]!.isGiven)
}

function isSpanish({ text }: NameUnit): boolean {
  return SPANISH.has(text) || /..ez$/.test(text)
}

/** The indices of the words that are no particles. */
function nameWords(name: PersonName): number[] {
  return name.units.flatMap(({ isParticle }, i) => (isParticle ? [] : [i]))
}

/** Where the surname is, by which words are known given names. */
function surnameSide(name: PersonName, words: readonly number[]): 'first' | 'last' | 'unknown' {
  if (name.hasComma) return 'last'
  const [isFirstGiven, isLastGiven] = [words[0]!, words.at(-1)!].map(
    (at) => name.units[at]!.isGiven || name.units[at]!.isInitial,
  )
  if (isFirstGiven === isLastGiven) return 'unknown'
  return isFirstGiven ? 'last' : 'first'
}
