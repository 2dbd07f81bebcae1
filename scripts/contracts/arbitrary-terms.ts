/** Terms by chance, for the tests that compare programs with each other and with the contract. */
import fc from 'fast-check'
import { MAX_AMOUNT, MIN_CHALLENGE, MIN_PAY_TIME, UNITS } from '../../domain/escrow/check-terms.ts'
import { ZERO_ADDRESS } from '../../domain/escrow/terms.ts'
import type { Address, EscrowTerms } from '../../domain/escrow/terms.ts'

const DAY = 86_400n
const MAX_UINT = 2n ** 256n - 1n

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((digits) => `0x${Buffer.from(digits).toString('hex')}` as const)
export const arbitraryAddress: fc.Arbitrary<Address> = hex(20)
const optionalAddress = fc.oneof(fc.constant(ZERO_ADDRESS), arbitraryAddress)

export type Ground = {
  chainId: bigint
  now: bigint
  /** The tokens of the chain, with their base units of a micro USDT. */
  tokens: readonly { token: Address; unit: bigint }[]
  /** Addresses with a meaning there, for example of contracts, that changed terms may name as any party. */
  known?: readonly Address[]
}

/** Terms that may be shown at this time on this chain. */
export function validTerms({ chainId, tokens, now }: Ground): fc.Arbitrary<EscrowTerms> {
  return fc
    .record({
      ref: hex(32),
      kind: fc.constantFrom(...tokens),
      amount: amounts,
      feeBps: fc.bigInt({ min: 0n, max: 100n }),
      feeOnTop: fc.boolean(),
      feeTo: arbitraryAddress,
      buyer: arbitraryAddress,
      buyerTo: arbitraryAddress,
      seller: arbitraryAddress,
      seller2: optionalAddress,
      seller3: optionalAddress,
      sellerTo: arbitraryAddress,
      arbiter: arbitraryAddress,
      payTime: fc.bigInt({ min: MIN_PAY_TIME, max: 30n * DAY }),
      challenge: fc.bigInt({ min: MIN_CHALLENGE, max: 7n * DAY }),
      later: fc.bigInt({ min: 8n * DAY, max: 60n * DAY }),
    })
    .map(({ payTime, later, kind, ...terms }) => {
      const payBy = now + payTime
      return { ...terms, ...kind, chainId, payBy, finalAt: payBy + terms.challenge + later }
    })
}

/** Amounts of micro USDT, with many small ones, whose fee is rounded to nothing. */
export const amounts: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 10n ** 10n }),
  fc.bigInt({ min: 1n, max: MAX_AMOUNT }),
)

/** Valid terms of which up to three fields are replaced: by each limit, its neighbours, another party's address, or anything. */
export function anyTerms(ground: Ground): fc.Arbitrary<EscrowTerms> {
  const numbers = ['chainId', 'unit', 'amount', 'feeBps', 'payBy', 'challenge', 'finalAt'] as const
  const { known = [ZERO_ADDRESS] } = ground
  const addresses = [
    'token',
    'feeTo',
    'buyer',
    'buyerTo',
    'seller',
    'seller2',
    'seller3',
    'sellerTo',
    'arbiter',
  ] as const
  const change = fc.oneof(
    fc.record({
      name: fc.constantFrom(...numbers),
      to: fc.constantFrom('limit', 'any'),
      by: fc.bigInt({ min: -2n, max: 2n }),
      any: fc.bigInt({ min: 0n, max: MAX_UINT }),
      limit: fc.nat(),
    }),
    fc.record({
      name: fc.constantFrom(...addresses),
      like: fc.constantFrom(...addresses, 'zero' as const, 'other' as const),
      other: fc.oneof(arbitraryAddress, fc.constantFrom(...known)),
    }),
  )
  return fc.tuple(validTerms(ground), fc.array(change, { maxLength: 3 })).map(([valid, changes]) => {
    const terms = { ...valid }
    for (const one of changes) {
      if ('like' in one)
        terms[one.name] = one.like === 'zero' ? ZERO_ADDRESS : one.like === 'other' ? one.other : terms[one.like]
      else {
        const limits = limitsOf(terms, ground)[one.name]
        const limit = limits[one.limit % limits.length]! + one.by
        terms[one.name] = one.to === 'any' ? one.any : limit < 0n ? 0n : limit > MAX_UINT ? MAX_UINT : limit
      }
    }
    return terms
  })
}

/** Where the contract's answer changes, and the ends of the numbers. */
function limitsOf({ payBy, challenge }: EscrowTerms, { chainId, now }: Ground) {
  const ends = [0n, MAX_UINT]
  return {
    chainId: [chainId, ...ends],
    unit: [...UNITS, ...ends],
    amount: [MAX_AMOUNT, ...ends],
    feeBps: [100n, ...ends],
    payBy: [now + MIN_PAY_TIME, now + 30n * DAY, ...ends],
    challenge: [MIN_CHALLENGE, 7n * DAY, 30n * DAY, ...ends],
    finalAt: [payBy, payBy + challenge + 7n * DAY, payBy + 180n * DAY, ...ends],
  }
}
