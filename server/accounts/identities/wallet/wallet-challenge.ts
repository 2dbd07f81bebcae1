/** The message a wallet signs: stored under the token in the browser's cookie until it comes back, and used once. */
import { randomBytes } from 'node:crypto'
import { DomainError } from '../../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES } from '../../../../domain/accounts/identities.ts'
import type { SignedWalletInput, WalletInput } from '../../../../domain/accounts/identities.ts'
import type { Db } from '../../../db/pool.ts'
import { inTransaction } from '../../../db/pool.ts'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'
import { findToken, issueToken, redeemToken } from '../../one-time-tokens/tokens.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { tagOf } from '../authorization-tag.ts'
import type { IdentitySettings } from '../settings.ts'
import { verifySignedMessage, walletMessage } from './siwe.ts'

type Config = { publicUrl: string; identities: Pick<IdentitySettings, 'wallet'> }
type Services = { db: Db; config: Config }
/** The message, and the token and tag of the cookie that the browser keeps meanwhile. */
type WalletChallenge = { message: string; tag: string; token: string }

/** The message to sign, to sign in or for a signed-in user to link the wallet. Refuses with `provider_off` or `unsupported_chain`. */
export async function createWalletChallenge(
  { db, config }: Services,
  input: WalletInput,
  viewer: Viewer | null,
): Promise<WalletChallenge> {
  assertWalletsEnabled({ config })
  const { publicUrl } = config
  const nonce = randomBytes(16).toString('hex')
  const minutes = AUTHORIZATION_MINUTES
  const message = walletMessage({ ...input, publicUrl, nonce, now: new Date(), purpose: purposeFor(viewer), minutes })
  const issue = { purpose: 'wallet_nonce' as const, userId: viewer?.id ?? null, minutes, keepsFormer: true }
  const token = await inTransaction(db, (tx) => issueToken(tx, { ...issue, payload: { message } }))
  return { message, tag: tagOf(nonce), token }
}

/** The input of `verifyWalletChallenge`; `tokenFor` reads the cookie of the browser that hands the message in. */
type Answer = SignedWalletInput & { tokenFor: (tag: string) => string | null }

/**
 * The wallet that signed the message. Refuses with `wallet_refused` a message that was not made for this browser and user,
 * was used or has expired, and a signature by another key. A message that belongs to another browser uses nothing up.
 */
export async function verifyWalletChallenge(
  { db, config }: Services,
  { message, signature, tokenFor }: Answer,
  viewer: Viewer | null,
): Promise<VerifiedIdentity> {
  assertWalletsEnabled({ config })
  const { publicUrl } = config
  const { address, nonce, purpose } = verifySignedMessage({ publicUrl, message, signature, now: new Date() })
  const token = tokenFor(tagOf(nonce))
  const issued = await findToken(db, 'wallet_nonce', token)
  const isOurs = issued?.payload.message === message && issued.userId === (viewer?.id ?? null)
  if (token === null || !isOurs || purpose !== purposeFor(viewer)) throw new DomainError('wallet_refused')
  await inTransaction(db, (tx) => redeemToken(tx, 'wallet_nonce', token)).catch(refuse)
  return { accountId: address, email: null, isEmailVerified: false }
}

/** Refuses with `provider_off`. */
export function assertWalletsEnabled({ config }: { config: Config }): void {
  if (!config.identities.wallet) throw new DomainError('provider_off')
}

function purposeFor(viewer: Viewer | null): 'link' | 'sign_in' {
  return viewer ? 'link' : 'sign_in'
}

/** Of two concurrent calls the later finds the nonce used. */
function refuse(error: unknown): never {
  throw error instanceof DomainError && error.code === 'link_invalid' ? new DomainError('wallet_refused') : error
}
