/** A person's way to another service and back: what is kept of it meanwhile, under the token in their browser's cookie. */
import type { IdentityKind, ProviderId } from '../../domain/identities.ts'
import { AUTHORIZATION_MINUTES } from '../../domain/identities.ts'
import type { Language } from '../../domain/languages.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import { issueNamedToken, issueToken, readToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'
import type { Claim, AuthorizationParameters, Kept } from './provider.ts'

/** Signing in, or linking to the account whose session this is. */
export type AuthorizationIntent = { for: 'sign_in'; next: string } | { for: 'link'; userId: string; sessionId: string }

export type Flow = {
  provider: ProviderId
  intent: AuthorizationIntent
  language: Language
  departure: AuthorizationParameters
  kept: Kept
}

/** Returns the token for the browser's cookie. */
export async function storeAuthorizationRequest(db: Db, flow: Flow): Promise<string> {
  return inTransaction(db, async (tx) => {
    if (flow.provider === 'saml') {
      const request = { purpose: 'saml_request' as const, userId: null, minutes: AUTHORIZATION_MINUTES }
      await issueNamedToken(tx, request, requestOf(flow))
    }
    return issueToken(tx, {
      purpose: 'authorization_request',
      userId: null,
      minutes: AUTHORIZATION_MINUTES,
      value: flow,
    })
  })
}

/** What was kept, and stays so; null where the browser has left for nowhere, or too long ago. */
export async function readAuthorizationRequest(db: Db, token: string): Promise<Flow | null> {
  const found = await readToken(db, 'authorization_request', token)
  return found && (found.value as Flow)
}

/** Uses it up. Of two who come back at once the later is refused with `link_invalid`. */
export async function redeemAuthorizationRequest(db: Db, token: string): Promise<void> {
  await inTransaction(db, (tx) => redeemToken(tx, 'authorization_request', token))
}

/** The SAML request a flow has left with. */
export function requestOf({ kept }: Flow): string {
  return kept.requestId ?? ''
}

/** Whether an answer to this SAML request is waited for. */
export async function isSamlRequestPending(db: Db, requestId: string): Promise<boolean> {
  return (await readToken(db, 'saml_request', requestId)) !== null
}

type Answer = { requestId: string; claim: Claim }

const ANSWER_MINUTES = 2

/**
 * Keeps who came by a SAML answer, whose request it uses up: of two answers to one request the later is refused with
 * `link_invalid`. Returns the token with which the browser that left fetches it.
 */
export async function storeSamlResponse(db: Db, answer: Answer): Promise<string> {
  return inTransaction(db, async (tx: Tx) => {
    await redeemToken(tx, 'saml_request', answer.requestId)
    return issueToken(tx, { purpose: 'saml_response', userId: null, minutes: ANSWER_MINUTES, value: answer })
  })
}

/** Who came, once. Refuses with `link_invalid`. */
export async function redeemSamlResponse(db: Db, token: string): Promise<Answer> {
  const { value } = await inTransaction(db, (tx) => redeemToken(tx, 'saml_response', token))
  return value as Answer
}

/** Who another service has vouched for, and for how long they may think of a name. */
export type Vouched = { kind: IdentityKind; claim: Claim }
