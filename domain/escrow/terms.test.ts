/** The ids, addresses and signed messages of an escrow, compared with ethers, which computes them by its own code. */
import { AbiCoder, TypedDataEncoder, Wallet, getAddress, getCreate2Address, getCreateAddress, keccak256 } from 'ethers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyTerms, arbitraryAddress } from '../../scripts/contracts/arbitrary-terms.ts'
import { pocketAddress, TERMS_FIELDS, TERMS_TYPEHASH, tradeIdOf } from './terms.ts'
import type { EscrowTerms } from './terms.ts'
import {
  ACT_FIELDS,
  digestOf,
  DOMAIN,
  joinSignatures,
  recoverSigner,
  signAct,
  signerOf,
  toSign,
  VOTERS,
} from './typed-data.ts'
import type { EscrowAct, Voter } from './typed-data.ts'

const HUB = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const TOKEN = '0xc2132d05d31c914a87c6611c10748aeb04b58e8f'
const GROUND = { chainId: 731_936n, tokens: [{ token: TOKEN, unit: 1n }], now: 1_800_000_000n } as const
const DEADLINES = { validAfter: 5n, validUntil: 1_800_009_999n }

const wallets = Array.from({ length: 6 }, (_, index) => new Wallet(`0x${String(index + 1).padStart(64, '0')}`))
const [buyer, seller, seller2, seller3, arbiter, stranger] = wallets.map((wallet) => wallet)
const addressOf = (wallet: Wallet | undefined) => wallet!.address as `0x${string}`
const keyOf = (wallet: Wallet | undefined) => wallet!.privateKey as `0x${string}`

const signable = anyTerms(GROUND).map((terms): EscrowTerms => ({
  ...terms,
  buyer: addressOf(buyer),
  seller: addressOf(seller),
  seller2: addressOf(seller2),
  seller3: addressOf(seller3),
  arbiter: addressOf(arbiter),
}))

const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const acts: fc.Arbitrary<EscrowAct> = fc.oneof(
  fc.record({
    type: fc.constant('Vote' as const),
    role: fc.constantFrom(...VOTERS),
    released: uint,
    validAfter: uint,
    validUntil: uint,
  }),
  fc.record({ type: fc.constantFrom('PaidClaim' as const, 'RefundRequest' as const), validUntil: uint }),
  fc.record({
    type: fc.constant('Redirect' as const),
    leg: fc.bigInt({ min: 0n, max: 2n }),
    to: arbitraryAddress,
    amount: uint,
    validUntil: uint,
  }),
  fc.record({
    type: fc.constant('Rescue' as const),
    token: arbitraryAddress,
    to: arbitraryAddress,
    amount: uint,
    validUntil: uint,
  }),
)

describe('terms', () => {
  test('the id is the EIP-712 hash of the terms, as ethers computes it', () => {
    const types = { Terms: TERMS_FIELDS.map((field) => ({ ...field })) }
    fc.assert(
      fc.property(anyTerms(GROUND), (terms) => {
        expect(tradeIdOf(terms)).toBe(TypedDataEncoder.hashStruct('Terms', types, terms))
      }),
    )
    expect(TERMS_TYPEHASH).toBe(keccak256(Buffer.from(TypedDataEncoder.from(types).encodeType('Terms'))))
  })

  test('another value of any term is another id', () => {
    fc.assert(
      fc.property(anyTerms(GROUND), anyTerms(GROUND), fc.constantFrom(...TERMS_FIELDS), (terms, other, { name }) => {
        fc.pre(terms[name] !== other[name])
        expect(tradeIdOf({ ...terms, [name]: other[name] })).not.toBe(tradeIdOf(terms))
      }),
    )
  })

  test('the pocket is the proxy that the hub creates with the id as salt, written as EIP-55 says', () => {
    fc.assert(
      fc.property(arbitraryAddress, anyTerms(GROUND), (hub, terms) => {
        const code = getCreateAddress({ from: hub, nonce: 1 }).slice(2).toLowerCase()
        const proxy = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${code}5af43d82803e903d91602b57fd5bf3`
        expect(pocketAddress(hub, tradeIdOf(terms))).toBe(getCreate2Address(hub, tradeIdOf(terms), keccak256(proxy)))
      }),
    )
  })
})

describe('signatures', () => {
  test('what is signed is what ethers signs, with the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(signable, acts, async (terms, act) => {
        const request = toSign(HUB, terms, act)
        const { domain, types, message } = request
        const mutable = { [act.type]: types[act.type]!.map((field) => ({ ...field })) }
        expect(digestOf(request)).toBe(TypedDataEncoder.hash(domain, mutable, message))
        expect(signAct(keyOf(buyer), request)).toBe(await buyer!.signTypedData(domain, mutable, message))
      }),
    )
  })

  test('the digest is that of the contract: 0x1901, the domain and the struct', () => {
    const terms = fc.sample(signable, 1)[0]!
    const act: EscrowAct = { type: 'Vote', role: 'seller', released: 7n, ...DEADLINES }
    const id = tradeIdOf(terms)
    const coder = AbiCoder.defaultAbiCoder()
    const typeHash = keccak256(
      Buffer.from(`Vote(${ACT_FIELDS.Vote.map(({ type, name }) => `${type} ${name}`).join(',')})`),
    )
    const struct = keccak256(
      coder.encode(
        ['bytes32', 'bytes32', 'address', 'uint256', 'address', 'uint256', 'uint256', 'uint256', 'uint256'],
        [
          typeHash,
          id,
          pocketAddress(HUB, id),
          1n,
          terms.token,
          terms.amount,
          7n,
          DEADLINES.validAfter,
          DEADLINES.validUntil,
        ],
      ),
    )
    const domain = { ...DOMAIN, chainId: terms.chainId, verifyingContract: HUB }
    const expected = keccak256(`0x1901${TypedDataEncoder.hashDomain(domain).slice(2)}${struct.slice(2)}`)
    expect(digestOf(toSign(HUB, terms, act))).toBe(expected)
  })

  const vote: EscrowAct = { type: 'Vote', role: 'seller', released: 7n, ...DEADLINES }
  const until = { validUntil: DEADLINES.validUntil }
  const to = addressOf(stranger)
  const some = { to, amount: 5n, ...until }
  test.each<[EscrowAct, Voter[]]>([
    [vote, ['seller', 'seller', 'seller']],
    [{ ...vote, role: 'buyer' }, ['buyer']],
    [{ ...vote, role: 'arbiter' }, ['arbiter']],
    [{ type: 'PaidClaim', ...until }, ['buyer']],
    [{ type: 'RefundRequest', ...until }, ['seller', 'seller', 'seller']],
    [{ type: 'Redirect', leg: 0n, ...some }, ['buyer']],
    [{ type: 'Redirect', leg: 1n, ...some }, []],
    [{ type: 'Redirect', leg: 2n, ...some }, ['seller']],
    [{ type: 'Rescue', token: to, ...some }, ['seller']],
  ])('%o counts from %j only', (act, roles) => {
    const terms = fc.sample(signable, 1)[0]!
    const signers = wallets.map((wallet) => signerOf(HUB, terms, act, signAct(keyOf(wallet), toSign(HUB, terms, act))))
    expect(signers.filter((role) => role !== null)).toEqual(roles)
  })

  test('a signature counts for its own trade, hub, number and time only', () => {
    fc.assert(
      fc.property(signable, signable, (terms, other) => {
        const signature = signAct(keyOf(seller), toSign(HUB, terms, vote))
        expect(signerOf(HUB, terms, vote, signature)).toBe('seller')
        fc.pre(tradeIdOf(terms) !== tradeIdOf(other))
        expect(signerOf(HUB, other, vote, signature)).toBeNull()
        expect(signerOf(TOKEN, terms, vote, signature)).toBeNull()
        expect(signerOf(HUB, terms, { ...vote, released: 8n }, signature)).toBeNull()
        expect(signerOf(HUB, terms, { ...vote, validUntil: 1n }, signature)).toBeNull()
        expect(signerOf(HUB, terms, { ...vote, validAfter: 0n }, signature)).toBeNull()
      }),
    )
  })

  test('the second form of a signature, a short one and another v are refused, as the contract refuses them', () => {
    const terms = fc.sample(signable, 1)[0]!
    const digest = digestOf(toSign(HUB, terms, vote))
    const signature = signAct(keyOf(buyer), toSign(HUB, terms, vote))
    expect(recoverSigner(digest, signature)).toBe(addressOf(buyer).toLowerCase())
    const s =
      0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n - BigInt(`0x${signature.slice(66, 130)}`)
    const highS = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${signature.endsWith('1b') ? '1c' : '1b'}`
    const others = [highS, signature.slice(0, 130), `${signature.slice(0, 130)}00`, `${signature}00`, '0x']
    expect(others.map((other) => recoverSigner(digest, other as `0x${string}`))).toEqual(others.map(() => null))
  })

  test('the signatures of a tribunal are joined in the order of the addresses, each key once', () => {
    const terms = fc.sample(signable, 1)[0]!
    const request = toSign(HUB, terms, vote)
    const digest = digestOf(request)
    const signatures = wallets.map((wallet) => signAct(keyOf(wallet), request))
    const joined = joinSignatures(digest, signatures)
    const parts = signatures.map((_, index) => `0x${joined.slice(2 + index * 130, 132 + index * 130)}` as const)
    const inOrder = wallets
      .map((wallet) => wallet.address)
      .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1))
    expect(parts.map((part) => getAddress(recoverSigner(digest, part)!))).toEqual(inOrder)
    expect(() => joinSignatures(digest, [signatures[0]!, signatures[0]!])).toThrow(RangeError)
    expect(() => joinSignatures(digest, ['0x12'])).toThrow(RangeError)
  })
})
