/** The file that settles a trade without the platform: it is read as it was written, and nothing in it is believed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validTerms } from '../../scripts/contracts/arbitrary-terms.ts'
import { readRecoveryFile, RecoveryFileError, writeRecoveryFile } from './recovery-file.ts'
import type { Recovery, SignedAct } from './recovery-file.ts'
import { TERMS_FIELDS } from './terms.ts'
import { signAct, toSign } from './typed-data.ts'
import type { EscrowAct } from './typed-data.ts'
import * as Address from 'ox/Address'
import * as Secp256k1 from 'ox/Secp256k1'

const HUB = Address.checksum('0x5fbdb2315678afecb367f032d93f642f64180aa3')
const KEY = `0x${'11'.repeat(32)}` as const
const key = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: KEY }))
const validUntil = 1_900_000_000n
const ACTS: EscrowAct[] = [
  { type: 'Vote', role: 'buyer', released: 5n, validAfter: 0n, validUntil },
  { type: 'PaidClaim', validUntil },
  { type: 'Redirect', leg: 0n, to: HUB, amount: 7n, validUntil },
]

const recoveries = validTerms({ chainId: 137n, tokens: [{ token: HUB, unit: 1n }], now: 1_800_000_000n }).map(
  (others): Recovery => {
    const terms = { ...others, buyer: key }
    const own = ACTS.map((act): SignedAct => ({ by: 'buyer', act, signature: signAct(KEY, toSign(HUB, terms, act)) }))
    const byArbiters = { ...ACTS[0]!, role: 'arbiter' } as EscrowAct
    const joined: SignedAct = { by: 'arbiter', act: byArbiters, signature: `0x${'ab'.repeat(130)}` }
    return { hub: HUB, terms, signatures: [...own, joined] }
  },
)

test('what is written is read', () => {
  fc.assert(
    fc.property(recoveries, (recovery) => {
      expect(readRecoveryFile(writeRecoveryFile(recovery))).toMatchObject(recovery)
    }),
  )
})

/** The file with one part replaced. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const file = JSON.parse(writeRecoveryFile(fc.sample(recoveries, { numRuns: 1, seed: 7 })[0]!)) as Record<
    string,
    unknown
  >
  const holder = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((part, name) => part[name] as Record<string, unknown>, file)
  holder[path.at(-1)!] = value
  return JSON.stringify(file)
}

test('what only the chain could judge is a vote: a tribunal claims nothing', () => {
  const claim = { by: 'arbiter', act: { type: 'PaidClaim', validUntil: '1900000000' }, signature: '0x' }
  expect(refusalOf(changed(['signatures', 0], claim))).toBe('signature: 1')
})

function refusalOf(text: string): string {
  try {
    readRecoveryFile(text)
    return 'read'
  } catch (error) {
    if (error instanceof RecoveryFileError) return error.message
    throw error
  }
}

test.each<[string, string]>([
  ['{', 'not_json'],
  ['null', 'format'],
  ['[]', 'format'],
  [changed(['format'], 'sarraf-escrow-2'), 'format'],
  [changed(['hub'], '0x12'), 'format'],
  [changed(['hub'], HUB.replace('5F', '5f')), 'format'],
  [changed(['hub'], key), 'pocket'],
  [changed(['terms'], null), 'terms'],
  [changed(['terms', 'amount'], 100), 'terms: amount'],
  [changed(['terms', 'amount'], '-1'), 'terms: amount'],
  [changed(['terms', 'amount'], String(2n ** 256n)), 'terms: amount'],
  [changed(['terms', 'feeOnTop'], 1), 'terms: feeOnTop'],
  [changed(['terms', 'ref'], '0x00'), 'terms: ref'],
  [changed(['tradeId'], `0x${'00'.repeat(32)}`), 'trade_id'],
  [changed(['pocket'], key), 'pocket'],
  [changed(['signatures', 0, 'act', 'released'], '6'), 'signature: 1'],
  [changed(['signatures', 0, 'act', 'type'], 'constructor'), 'signature: 1'],
  [changed(['signatures', 1, 'by'], 'seller'), 'signature: 2'],
  [changed(['signatures', 1, 'act', 'validUntil'], 1), 'signature: 2'],
  [changed(['signatures', 2, 'act', 'to'], key), 'signature: 3'],
  [changed(['signatures', 3, 'signature'], '0xabc'), 'signature: 4'],
])('a changed file is refused: %#', (text, refusal) => {
  expect(refusalOf(text)).toBe(refusal)
})

test.each(TERMS_FIELDS.map(({ name }) => name))('another %s in the file is refused', (name) => {
  const { terms } = readRecoveryFile(changed(['format'], 'sarraf-escrow-1'))
  const value = terms[name]
  const other = typeof value === 'bigint' ? String(value + 1n) : typeof value === 'boolean' ? !value : otherHex(value)
  expect(refusalOf(changed(['terms', name], other))).toBe('trade_id')
})

/** The same number of digits in lower case, the first one changed. */
function otherHex(hex: string): string {
  return `0x${hex.startsWith('0x0') ? '1' : '0'}${hex.slice(3).toLowerCase()}`
}
