/** What is stored while a user is at an identity provider, under the token in their browser's cookie. */
import { AUTHORIZATION_MINUTES } from '../../../domain/accounts/identities.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/pool.ts'
import type { PayloadOf } from '../one-time-tokens/purposes.ts'
import { findToken, issueNamedToken, issueToken, redeemToken } from '../one-time-tokens/tokens.ts'
import type { AuthorizationRequest } from './provider.ts'

/** Returns the token for the browser's cookie. */
export async function storeAuthorizationRequest(db: Db, request: AuthorizationRequest): Promise<string> {
  return inTransaction(db, async (tx) => {
    const issue = { userId: null, minutes: AUTHORIZATION_MINUTES }
    if (request.provider === 'saml')
      await issueNamedToken(tx, { ...issue, purpose: 'saml_request', payload: {} }, samlRequestId(request))
    return issueToken(tx, { ...issue, purpose: 'authorization_request', payload: request })
  })
}

/** Reads the request without using it up; null where it is unknown or expired. */
export async function findAuthorizationRequest(db: Db, token: string): Promise<AuthorizationRequest | null> {
  const found = await findToken(db, 'authorization_request', token)
  return found && found.payload
}

/** Uses the request up. Of two concurrent callbacks the later is refused with `link_invalid`. */
export async function redeemAuthorizationRequest(db: Db, token: string): Promise<void> {
  await inTransaction(db, (tx) => redeemToken(tx, 'authorization_request', token))
}

export function samlRequestId({ providerState }: AuthorizationRequest): string {
  return providerState.requestId ?? ''
}

/** Whether a response to this SAML request is expected. */
export async function isSamlRequestPending(db: Db, requestId: string): Promise<boolean> {
  return (await findToken(db, 'saml_request', requestId)) !== null
}

export type SamlResponsePayload = PayloadOf<'saml_response'>

const SAML_RESPONSE_MINUTES = 2

/**
 * Stores the identity in a SAML response and uses its request up: of two responses to one request the later is refused with
 * `link_invalid`. Returns the token with which the browser that started the request fetches the identity.
 */
export async function storeSamlResponse(db: Db, payload: SamlResponsePayload): Promise<string> {
  return inTransaction(db, async (tx) => {
    await redeemToken(tx, 'saml_request', payload.requestId)
    const issue = { purpose: 'saml_response' as const, userId: null, minutes: SAML_RESPONSE_MINUTES }
    return issueToken(tx, { ...issue, payload })
  })
}

/** Refuses with `link_invalid`. */
export async function redeemSamlResponse(db: Db, token: string): Promise<SamlResponsePayload> {
  return (await inTransaction(db, (tx) => redeemToken(tx, 'saml_response', token))).payload
}
