/** A passkey device in software (WebAuthn level 3, ES256): it signs what a browser or an attacker would send. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../../../domain/api/accounts/factors.ts'

/** The origin of the page, and the device's deviations from the standard. */
export type Asked = {
  origin?: string
  rpId?: string
  userVerified?: boolean
  counter?: number
  signedBy?: Authenticator
}

export type Authenticator = {
  privateKey: KeyObject
  /** Answers `navigator.credentials.create`. */
  create(options: PasskeyCreation, asked?: Asked): Omit<NewPasskey, 'name'>
  /** Answers `navigator.credentials.get`; its counter goes up by one each time. */
  get(options: PasskeyRequest, asked?: Asked): PasskeyAnswer
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 }

/** One credential of one user; `origin` is the product's. */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  return {
    privateKey,
    create(options, asked = {}) {
      userHandle = options.user.id
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, key])
      const authData = Buffer.concat([header(asked.rpId ?? options.rp.id, FLAGS.attested, asked, 0), attested])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', options.challenge, asked.origin).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      }
    },
    get(options, asked = {}) {
      counter = asked.counter ?? counter + 1
      const data = clientData('webauthn.get', options.challenge, asked.origin)
      const authenticatorData = header(asked.rpId ?? options.rpId, 0, asked, counter)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, asked.signedBy?.privateKey ?? privateKey).toString('base64url'),
        userHandle,
      }
    },
  }
}

function header(rpId: string, flags: number, { userVerified = true }: Asked, counter: number): Buffer {
  const all = flags | FLAGS.userPresent | (userVerified ? FLAGS.userVerified : 0)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), uint(counter, 4)])
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** CBOR (RFC 8949), as much of it as a credential needs: whole numbers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint(size, 2)])
}
