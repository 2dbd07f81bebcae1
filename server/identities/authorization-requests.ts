/** A person's way to another service and back: what is kept of it meanwhile, under the token in their browser's cookie. */
import type { IdentityKind, ProviderId } from '../../domain/identities.ts'
import { FLOW_MINUTES } from '../../domain/identities.ts'
import type { Language } from '../../domain/languages.ts'
import type { Db, Tx } from '../db/pool.ts'
import { inTransaction } from '../db/pool.ts'
import { issueNamed, issueToken, readToken, redeemToken } from '../one-time-tokens/one-time-tokens.ts'
import type { Claim, Departure, Kept } from './provider.ts'

/** Signing in, or linking to the account whose session this is. */
export type Errand = { for: 'sign_in'; next: string } | { for: 'link'; userId: string; sessionId: string }

export type Flow = {
  provider: ProviderId
  errand: Errand
  language: Language
  departure: Departure
  kept: Kept
}

/** Returns the token for the browser's cookie. */
export async function keepFlow(db: Db, flow: Flow): Promise<string> {
  return inTransaction(db, async (tx) => {
    if (flow.provider === 'saml') {
      const request = { purpose: 'saml_request' as const, userId: null, minutes: FLOW_MINUTES }
      await issueNamed(tx, request, requestOf(flow))
    }
    return issueToken(tx, { purpose: 'flow', userId: null, minutes: FLOW_MINUTES, value: flow })
  })
}

/** What was kept, and stays so; null where the browser has left for nowhere, or too long ago. */
export async function readFlow(db: Db, token: string): Promise<Flow | null> {
  const found = await readToken(db, 'flow', token)
  return found && (found.value as Flow)
}

/** Uses it up. Of two who come back at once the later is refused with `link_invalid`. */
export async function endFlow(db: Db, token: string): Promise<void> {
  await inTransaction(db, (tx) => redeemToken(tx, 'flow', token))
}

/** The SAML request a flow has left with. */
export function requestOf({ kept }: Flow): string {
  return kept.requestId ?? ''
}

/** Whether an answer to this SAML request is waited for. */
export async function isAwaited(db: Db, requestId: string): Promise<boolean> {
  return (await readToken(db, 'saml_request', requestId)) !== null
}

type Answer = { requestId: string; claim: Claim }

const ANSWER_MINUTES = 2

/**
 * Keeps who came by a SAML answer, whose request it uses up: of two answers to one request the later is refused with
 * `link_invalid`. Returns the token with which the browser that left fetches it.
 */
export async function keepAnswer(db: Db, answer: Answer): Promise<string> {
  return inTransaction(db, async (tx: Tx) => {
    await redeemToken(tx, 'saml_request', answer.requestId)
    return issueToken(tx, { purpose: 'saml_answer', userId: null, minutes: ANSWER_MINUTES, value: answer })
  })
}

/** Who came, once. Refuses with `link_invalid`. */
export async function takeAnswer(db: Db, token: string): Promise<Answer> {
  const { value } = await inTransaction(db, (tx) => redeemToken(tx, 'saml_answer', token))
  return value as Answer
}

/** Who another service has vouched for, and for how long they may think of a name. */
export type Vouched = { kind: IdentityKind; claim: Claim }
