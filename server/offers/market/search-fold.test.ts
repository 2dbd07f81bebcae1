/** `search_fold` of the database and `searchFold` of domain/ are one rule. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchFold } from '../../../domain/reading/fold.ts'
import { call } from '../../testing/app.ts'
import { postOffer, signUp } from '../../testing/accounts/users.ts'
import { useTestApp } from '../../testing/suite.ts'

const testApp = useTestApp()

async function foldedBySql(texts: readonly string[]): Promise<string[]> {
  const { rows } = await testApp().owner.query(
    'select search_fold(text) as folded from unnest($1::text[]) with ordinality as given (text, nr) order by nr',
    [texts],
  )
  return rows.map(({ folded }) => folded as string)
}

/** Latin, Greek, Cyrillic, Hebrew and Arabic, punctuation, symbols and presentation forms. */
const RANGES = [
  [0x1, 0x6_ff],
  [0x8_a0, 0x8_ff],
  [0x1e_00, 0x21_8f],
  [0x30_00, 0x31_8f],
  [0xfb_00, 0xff_ef],
] as const

describe('the database folds like domain/', () => {
  test.each(RANGES)('each character from %i to %i', async (first, last) => {
    const texts = Array.from({ length: last - first + 1 }, (_, at) => `a${String.fromCharCode(first + at)}B`)
    expect(await foldedBySql(texts)).toEqual(texts.map(searchFold))
  })

  test('texts', async () => {
    const characters = fc.constantFrom(...'aÉß œŁ@ة أىـُ\u0301\u00A0\u200B’–\n٣۴_%')
    const texts = fc.sample(
      fc.array(characters, { maxLength: 12 }).map((each) => each.join('')),
      500,
    )
    expect(await foldedBySql(texts)).toEqual(texts.map(searchFold))
  })
})

test('a search finds a text whatever its accents, its alef, its case, and with the @ of a name', async () => {
  const { app } = testApp()
  const seller = await signUp(app, 'zohra')
  await postOffer(seller, { terms: 'Remise en ESPÈCES à Tunis, أموال نقدًا فقط, chez Zoë’s.' })
  const find = async (search: string) => {
    const reply = await call(app, 'GET', `/api/offers?${new URLSearchParams({ search })}`)
    return (reply.body.offers as { owner: { username: string } }[]).some(
      ({ owner }) => owner.username === seller.username,
    )
  }
  for (const search of [
    'espèces',
    'especes',
    'ESPECES',
    'espe\u0300ces',
    'أموال',
    'اموال',
    'أَمْوال',
    'نقدا',
    "zoe's",
    'zoe’s',
    `@${seller.username}`,
    seller.username.toUpperCase(),
    '\u200Fespèces ',
  ])
    expect([search, await find(search)]).toEqual([search, true])
  expect(await find('espaces')).toBe(false)
  const trader = await call(app, 'GET', `/api/offers?${new URLSearchParams({ trader: `@${seller.username} ` })}`)
  expect(trader.body.offers).toHaveLength(1)
})
