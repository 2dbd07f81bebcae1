import { describe, expect, test } from 'vitest'
import * as first from './payer-names.cases.ts'
import { LATER_DIFFERENT_PERSONS, LATER_SAME_PERSON } from './payer-names.later-cases.ts'
import { compareNames } from './payer-names.ts'

const SAME_PERSON = [...first.SAME_PERSON, ...LATER_SAME_PERSON]
const DIFFERENT_PERSONS = [...first.DIFFERENT_PERSONS, ...LATER_DIFFERENT_PERSONS]
const PAIRS = [...SAME_PERSON, ...DIFFERENT_PERSONS]
/** One spelling of each person of the table. */
const PERSONS = SAME_PERSON.map(([name]) => name)

test('no two people are taken for one', () => {
  const mistaken = DIFFERENT_PERSONS.filter(([declared, seen]) => compareNames(declared, seen) === 'same')
  expect(mistaken).toEqual([])
})

test('at least 97 % of at least 220 pairs are answered as a person would answer them', () => {
  const wrong = [
    ...SAME_PERSON.filter(([declared, seen]) => compareNames(declared, seen) !== 'same'),
    ...DIFFERENT_PERSONS.filter(([declared, seen]) => compareNames(declared, seen) !== 'different'),
  ]
  expect(PAIRS.length).toBeGreaterThanOrEqual(220)
  expect(DIFFERENT_PERSONS.length).toBeGreaterThanOrEqual(80)
  expect(wrong.slice(Math.floor(PAIRS.length * 0.03))).toEqual([])
})

describe('the result', () => {
  test('is symmetric', () => {
    expect(PAIRS.filter(([a, b]) => compareNames(a, b) !== compareNames(b, a))).toEqual([])
  })

  test('is "same" for a name and itself', () => {
    expect(PERSONS.filter((name) => compareNames(name, name) === 'different')).toEqual([])
  })

  test.each<[string, (name: string) => string]>([
    ['upper case', (name) => name.toUpperCase()],
    ['lower case', (name) => name.toLowerCase()],
    ['diacritics', (name) => name.normalize('NFD').replaceAll(/(?<=\p{Script=Latin})\p{M}/gu, '')],
    ['the Unicode form', (name) => name.normalize('NFD')],
    ['blanks', (name) => `  ${name.replaceAll(' ', '   ')} `],
  ])('does not depend on %s', (_, change) => {
    const changed = PAIRS.filter(([a, b]) => compareNames(change(a), b) !== compareNames(a, b))
    expect(changed).toEqual([])
  })

  test('does not depend on the order of the words of a whole name', () => {
    const changed = PERSONS.flatMap((name) => orders(name).filter((other) => compareNames(name, other) === 'different'))
    expect(changed).toEqual([])
  })

  test('does not depend on whether the surname is written first, as long as the given name is known', () => {
    const pairs: [string, string][] = [
      ['Mohamed Ali Trabelsi', 'Mohamed Trabelsi'],
      ['Mohamed Ali Trabelsi', 'Ali Trabelsi'],
      ['Mohamed Ali Trabelsi', 'Mohamed Ali'],
      ['Sophie Marie Laurent', 'Marie Laurent'],
      ['Mehmet Can Demir', 'Mehmet Demir'],
      ['Thomas Karl Becker', 'T. Becker'],
    ]
    for (const [a, b] of pairs) {
      expect([a, compareNames(surnameFirst(a), b), compareNames(a, surnameFirst(b))]).toEqual([
        a,
        compareNames(a, b),
        compareNames(a, b),
      ])
    }
  })
})

test('a name with much repetition is answered quickly', () => {
  const started = performance.now()
  const words = 'Ali Aly '.repeat(12)
  expect(compareNames(`${words}Trabelsi`, `${words}Tarhouni`)).toBe('different')
  expect(compareNames('Ali Aly Ali Aly Ali Aly Ali Aly Trabelsi', 'Aly Ali Aly Ali Aly Ali Aly Ali Tarhouni')).toBe(
    'different',
  )
  expect(compareNames('عوي'.repeat(16) + ' محمد', `${'aui'.repeat(30)}x Mohamed`)).toBe('different')
  expect(performance.now() - started).toBeLessThan(500)
})

/** Each rotation of the words; a particle or a prefix stays before its word. */
function orders(name: string): string[] {
  const words = name.split(/[\s,]+/).filter(Boolean)
  if (words.length !== 2) return []
  return [`${words[1]} ${words[0]}`, `${words[1]}, ${words[0]}`]
}

function surnameFirst(name: string): string {
  const words = name.split(' ')
  return [words.at(-1), ...words.slice(0, -1)].join(' ')
}
