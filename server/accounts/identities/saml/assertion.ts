/** From an assertion with a verified signature to an identity, with the checks that the library leaves out. */
import type { Profile } from '@node-saml/node-saml'
import * as z from 'zod/mini'
import { emailSchema } from '../../../../domain/accounts/accounts.ts'
import { ACCOUNT_ID_MAX } from '../../../../domain/accounts/identities.ts'
import type { VerifiedIdentity } from '../../one-time-tokens/purposes.ts'
import type { SamlProviderSettings } from './settings.ts'

export type ExpectedAssertion = SamlProviderSettings & {
  requestId: string
  /** Since when a new login was required, in milliseconds since 1970; null where none was forced. */
  forcedLoginAt: number | null
}

/** How much two clocks may differ. */
export const CLOCK_SKEW_MS = 60_000

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
/** Formats of permanent names. A transient name is new each time, and would create a new account each time. */
const LASTING_FORMATS: readonly string[] = [PERSISTENT, EMAIL_ADDRESS, UNSPECIFIED]
/** Where providers put the email: plain names, LDAP's OID of `mail`, and Microsoft's name. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
] as const

/** From the library's reading of what was signed. Throws an Error that says what is wrong. */
export function readSamlAssertion(profile: Profile | null, expected: ExpectedAssertion): VerifiedIdentity {
  if (!profile?.getAssertion) throw new Error('The response has no assertion')
  const { Assertion: assertion } = assertionSchema(expected).parse(profile.getAssertion())
  checkMoments(assertion.$.IssueInstant, assertion.AuthnStatement[0].$.AuthnInstant, expected.forcedLoginAt)
  const [{ _: accountId, $: { Format: format = UNSPECIFIED } = {} }] = assertion.Subject[0].NameID
  if (!LASTING_FORMATS.includes(format)) throw new Error(`A name of the format ${format} is not permanent`)
  const emails = EMAIL_ATTRIBUTES.flatMap((name) => attribute(profile, name))
  if (format === EMAIL_ADDRESS) emails.push(accountId)
  return { accountId, email: firstEmail(emails), isEmailVerified: false }
}

/** In the library's form: every element a list, its text `_`, its attributes `$`. Exactly one of what is read here. */
function assertionSchema({ idpEntityId, callbackUrl, requestId }: ExpectedAssertion) {
  const confirmation = z.object({ Recipient: z.literal(callbackUrl), InResponseTo: z.literal(requestId) })
  const subject = z.object({
    NameID: z.tuple([
      z.strictObject({
        _: z.string().check(z.maxLength(ACCOUNT_ID_MAX), z.regex(/^[^\p{Cc}\p{Cs}]+$/u)),
        $: z.optional(z.object({ Format: z.optional(z.string()) })),
      }),
    ]),
    SubjectConfirmation: z.tuple([
      z.object({
        $: z.object({ Method: z.literal(BEARER) }),
        SubjectConfirmationData: z.tuple([z.object({ $: z.extend(confirmation, { NotOnOrAfter: moment }) })]),
      }),
    ]),
  })
  return z.object({
    Assertion: z.object({
      $: z.object({ IssueInstant: moment }),
      Issuer: z.tuple([z.object({ _: z.literal(idpEntityId) })]),
      Subject: z.tuple([subject]),
      Conditions: z.tuple([z.object({ $: z.object({ NotBefore: z.optional(moment), NotOnOrAfter: moment }) })]),
      AuthnStatement: z.tuple([z.object({ $: z.object({ AuthnInstant: moment }) })]),
    }),
  })
}

/** With its time zone: the library would read a time without one as this machine's time. */
const moment = z.pipe(z.iso.datetime({ offset: true }), z.transform(Date.parse))

/** The library does not check whether these are in the future. */
function checkMoments(issuedAt: number, signedInAt: number, forcedLoginAt: number | null): void {
  const soon = Date.now() + CLOCK_SKEW_MS
  if (issuedAt > soon || signedInAt > soon) throw new Error('The assertion is from the future')
  if (forcedLoginAt !== null && signedInAt < forcedLoginAt - CLOCK_SKEW_MS) {
    throw new Error('The provider did not ask the user to sign in again')
  }
}

function attribute(profile: Profile, name: string): unknown[] {
  const { attributes } = profile as { attributes?: Record<string, unknown> }
  return [attributes?.[name]].flat()
}

function firstEmail(texts: unknown[]): string | null {
  for (const email of texts) {
    const read = emailSchema.safeParse({ email })
    if (read.success) return read.data.email
  }
  return null
}
