/** A wallet's message from its making to its signature: each is kept until it comes back, and taken once. */
import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES } from '../../../domain/identities.ts'
import type { SignedWalletInput, WalletInput } from '../../../domain/identities.ts'
import type { Viewer } from '../../context.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import { issueNamedToken, readToken, redeemToken } from '../../one-time-tokens/one-time-tokens.ts'
import type { Claim } from '../provider.ts'
import { verifySignedMessage, walletMessage } from './siwe.ts'

type Setup = { db: Db; publicUrl: string }

/** The text to sign: to sign in, or for whoever is signed in to link the wallet. Refuses with `unsupported_chain`. */
export async function createWalletChallenge(
  { db, publicUrl }: Setup,
  input: WalletInput,
  viewer: Viewer | null,
): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  const purpose = viewer ? 'link' : 'sign_in'
  const message = walletMessage({
    ...input,
    publicUrl,
    nonce,
    now: new Date(),
    purpose,
    minutes: AUTHORIZATION_MINUTES,
  })
  const issue = {
    purpose: 'wallet_nonce' as const,
    userId: viewer?.id ?? null,
    minutes: AUTHORIZATION_MINUTES,
    keepsFormer: true,
  }
  await inTransaction(db, (tx) => issueNamedToken(tx, { ...issue, value: { message } }, nonce))
  return message
}

/**
 * Whose wallet has signed. Refuses with `wallet_refused` what was not asked of this person, was taken already or is too old,
 * and a signature by another key.
 */
export async function verifyWalletChallenge(
  { db, publicUrl }: Setup,
  { message, signature }: SignedWalletInput,
  viewer: Viewer | null,
): Promise<Claim> {
  const { address, nonce, purpose } = verifySignedMessage({ publicUrl, message, signature, now: new Date() })
  const isOurs = purpose === (viewer ? 'link' : 'sign_in') && (await readToken(db, 'wallet_nonce', nonce)) !== null
  if (!isOurs) throw new DomainError('wallet_refused')
  const { userId, value } = await inTransaction(db, (tx) => redeemToken(tx, 'wallet_nonce', nonce)).catch(refuse)
  if (value.message !== message || userId !== (viewer?.id ?? null)) throw new DomainError('wallet_refused')
  return { accountId: address, email: null, isEmailVerified: false }
}

/** Of two at the same moment the later finds it taken. */
function refuse(error: unknown): never {
  throw error instanceof DomainError && error.code === 'link_invalid' ? new DomainError('wallet_refused') : error
}
