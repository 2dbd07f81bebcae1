/**
 * The file with which a party settles a trade without us: the terms, which no chain keeps, and the signatures that were given so far.
 * It moves no money by itself, since it holds no key.
 */
import * as Addresses from 'ox/Address'
import { pocketAddress, TERMS_FIELDS, tradeIdOf } from './terms.ts'
import type { Address, Bytes32, EscrowTerms } from './terms.ts'
import { ACT_FIELDS, signerOf, VOTERS } from './typed-data.ts'
import type { EscrowAct, Voter } from './typed-data.ts'

export type SignedAct = { by: Voter; act: EscrowAct; signature: `0x${string}` }

export type Recovery = {
  hub: Address
  terms: EscrowTerms
  signatures: readonly SignedAct[]
}

/** Why a file is not read, in the order in which it is looked for. */
export const RECOVERY_REFUSALS = ['not_json', 'format', 'terms', 'trade_id', 'pocket', 'signature'] as const
export type RecoveryRefusal = (typeof RECOVERY_REFUSALS)[number]

export class RecoveryFileError extends Error {
  readonly refusal: RecoveryRefusal
  /** The field of the terms or the number of the signature. */
  readonly at: string
  constructor(refusal: RecoveryRefusal, at = '') {
    super(at === '' ? refusal : `${refusal}: ${at}`)
    this.refusal = refusal
    this.at = at
  }
}

const FORMAT = 'sarraf-escrow-1'

/** Whole numbers are decimal strings, since JSON's numbers are too small for them. */
export function writeRecoveryFile({ hub, terms, signatures }: Recovery): string {
  const tradeId = tradeIdOf(terms)
  const file = { format: FORMAT, hub, tradeId, pocket: pocketAddress(hub, tradeId), terms, signatures }
  return `${JSON.stringify(file, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 2)}\n`
}

/**
 * Reads a file and believes nothing in it: the id and the address are computed from the terms, and each signature is recovered.
 * Throws a RecoveryFileError. A tribunal's signature is kept as it is: only the chain can judge it.
 */
export function readRecoveryFile(text: string): Recovery & { tradeId: Bytes32; pocket: Address } {
  const file = parse(text)
  if (file.format !== FORMAT || !isAddress(file.hub) || !Array.isArray(file.signatures))
    throw new RecoveryFileError('format')
  const terms = readTerms(file.terms)
  const tradeId = tradeIdOf(terms)
  if (file.tradeId !== tradeId) throw new RecoveryFileError('trade_id')
  const pocket = pocketAddress(file.hub, tradeId)
  if (file.pocket !== pocket) throw new RecoveryFileError('pocket')
  const hub = file.hub
  const signatures = file.signatures.map((entry: unknown, index) => readSignature(entry, String(index + 1)))
  signatures.forEach(({ by, act, signature }, index) => {
    if (by !== 'arbiter' && signerOf(hub, terms, act, signature) !== by)
      throw new RecoveryFileError('signature', String(index + 1))
  })
  return { hub, terms, signatures, tradeId, pocket }
}

type Fields = Record<string, unknown>

function parse(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Fields
  } catch {
    throw new RecoveryFileError('not_json')
  }
  throw new RecoveryFileError('format')
}

function readTerms(value: unknown): EscrowTerms {
  if (typeof value !== 'object' || value === null) throw new RecoveryFileError('terms')
  const entries = TERMS_FIELDS.map(({ name, type }) => {
    const field = readField(type, (value as Fields)[name])
    if (field === null) throw new RecoveryFileError('terms', name)
    return [name, field]
  })
  return Object.fromEntries(entries) as EscrowTerms
}

function readSignature(value: unknown, at: string): SignedAct {
  const { by, act, signature } = (typeof value === 'object' && value !== null ? value : {}) as Fields
  const type = (typeof act === 'object' && act !== null ? (act as Fields).type : null) as EscrowAct['type']
  const voter = VOTERS.find((voter) => voter === by)
  if (voter === undefined || !Object.hasOwn(ACT_FIELDS, type) || !isHex(signature))
    throw new RecoveryFileError('signature', at)
  // A tribunal's vote is all that only the chain can judge.
  if (voter === 'arbiter' && type !== 'Vote') throw new RecoveryFileError('signature', at)
  const given = type === 'Vote' ? [...GIVEN_BY_TERMS, 'role', 'token', 'amount'] : GIVEN_BY_TERMS
  const own = ACT_FIELDS[type].filter(({ name }) => !given.includes(name))
  const entries = own.map(({ name, type }) => [name, readField(type, (act as Fields)[name])] as const)
  if (entries.some(([, field]) => field === null)) throw new RecoveryFileError('signature', at)
  const role = type === 'Vote' ? { role: voter } : {}
  return { by: voter, act: { type, ...role, ...Object.fromEntries(entries) } as EscrowAct, signature }
}

/** The fields of whatever is signed that follow from the terms. */
const GIVEN_BY_TERMS: readonly string[] = ['tradeId', 'escrow']

const MAX_UINT = 2n ** 256n

function readField(type: string, value: unknown): bigint | string | boolean | null {
  if (type === 'uint256')
    return typeof value === 'string' && /^\d{1,78}$/.test(value) && BigInt(value) < MAX_UINT ? BigInt(value) : null
  if (type === 'bytes32') return typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value) ? value : null
  if (type === 'bool') return typeof value === 'boolean' ? value : null
  return isAddress(value) ? value : null
}

/** With a right EIP-55 checksum, or in lower case: a mistyped address is not one. */
function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && Addresses.validate(value)
}

function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/.test(value)
}
