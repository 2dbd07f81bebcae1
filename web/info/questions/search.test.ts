import { expect, test } from 'vitest'
import { idsWith, wordsOf } from './search.ts'

const elements = [
  ['fee', 'What does a trade cost? The fee is 0.5%.'],
  ['duree', 'Combien de temps l’échange dure-t-il ?'],
  ['daman', 'هل أُعيد رصيدي من الضمان؟'],
  ['prix', 'Combien coûte un échange par e\u2011mail ?'],
].map(([id, text]) => ({ id, textContent: text }) as Element)

test.each([
  ['FEE', ['fee']],
  ['cost trade', ['fee']],
  ['trade escrow', []],
  ['echange', ['duree', 'prix']],
  ["l'échange", ['duree']],
  ['اعيد', ['daman']],
  ['الضـمان', ['daman']],
  ['e\u002Dmail', ['prix']],
])('%j finds %j', (query, ids) => {
  expect(idsWith(wordsOf(query), elements)).toEqual(ids)
})

test('blanks are no words', () => {
  expect(wordsOf('   ')).toEqual([])
})
