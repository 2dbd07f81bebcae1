/** Key pairs for client authentication without a shared secret (private_key_jwt). */
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import type { JWK } from 'jose'

export const CLIENT_KEY_ALG = 'ES256'

export type ClientKey = {
  /** The thumbprint of RFC 7638: the same key always has the same name. */
  kid: string
  privateJwk: JWK
  /** To be published; it contains nothing of the private key. */
  publicJwk: JWK
}

/** A new P-256 key pair that signs with ES256. */
export async function makeKey(): Promise<ClientKey> {
  const pair = await generateKeyPair(CLIENT_KEY_ALG, { extractable: true })
  const kid = await calculateJwkThumbprint(pair.publicKey)
  const named = { kid, alg: CLIENT_KEY_ALG, use: 'sig' }
  return {
    kid,
    privateJwk: { ...(await exportJWK(pair.privateKey)), ...named },
    publicJwk: { ...(await exportJWK(pair.publicKey)), ...named },
  }
}
