/** A page shows no address and signs nothing where any figure on the screen is not the one in the terms. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryAddress, validTerms } from '../../scripts/contracts/arbitrary-terms.ts'
import { differencesFrom } from './displayed-terms.ts'
import type { Displayed } from './displayed-terms.ts'
import { depositOf } from './division.ts'
import { pocketAddress, TERMS_FIELDS, tradeIdOf } from './terms.ts'
import type { EscrowTerms } from './terms.ts'

const HUB = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TOKENS = [
  { token: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', unit: 1n },
  { token: '0x55d398326f99059fF775485246999027B3197955', unit: 10n ** 12n },
] as const
const terms = validTerms({ chainId: 137n, tokens: TOKENS, now: 1_800_000_000n })

const PARTIES = ['buyer', 'buyerTo', 'seller', 'seller2', 'seller3', 'sellerTo'] as const
/** Of the other party a page shows nothing; that their fields lead to the address is its check of the pocket. */
const OWN = { buyer: ['buyer', 'buyerTo'], seller: ['seller', 'seller2', 'seller3', 'sellerTo'] } as const

function displayedTo(role: 'buyer' | 'seller', terms: EscrowTerms): Displayed {
  const { buyer, buyerTo, seller, seller2, seller3, sellerTo, ...shared } = terms
  const own = role === 'buyer' ? { role, buyer, buyerTo } : { role, seller, seller2, seller3, sellerTo }
  return { ...shared, own, hub: HUB, pocket: pocketAddress(HUB, tradeIdOf(terms)), deposit: depositOf(terms) }
}

test('true terms differ in nothing, however the addresses are written', () => {
  fc.assert(
    fc.property(terms, fc.constantFrom('buyer' as const, 'seller' as const), (terms, role) => {
      const displayed = displayedTo(role, terms)
      expect(differencesFrom(displayed, terms)).toEqual([])
      expect(differencesFrom({ ...displayed, pocket: displayed.pocket.toLowerCase() as `0x${string}` }, terms)).toEqual(
        [],
      )
    }),
  )
})

test('each changed term is found by its name, and by the address it leads to', () => {
  const roles = fc.constantFrom('buyer' as const, 'seller' as const)
  fc.assert(
    fc.property(terms, terms, roles, fc.constantFrom(...TERMS_FIELDS), (terms, other, role, { name }) => {
      fc.pre(terms[name] !== other[name])
      const found = differencesFrom(displayedTo(role, terms), { ...terms, [name]: other[name] })
      expect(found).toContain('pocket')
      const isShown = !PARTIES.some((party) => party === name) || OWN[role].some((own) => own === name)
      if (isShown) expect(found).toContain(name)
    }),
    { numRuns: 500 },
  )
})

test('another address or deposit on the screen is found', () => {
  fc.assert(
    fc.property(terms, arbitraryAddress, (terms, pocket) => {
      const displayed = displayedTo('seller', terms)
      expect(differencesFrom({ ...displayed, pocket }, terms)).toEqual(['pocket'])
      expect(differencesFrom({ ...displayed, deposit: displayed.deposit + 1n }, terms)).toEqual(['deposit'])
      expect(differencesFrom({ ...displayed, hub: pocket }, terms)).toEqual(['pocket'])
    }),
  )
})
