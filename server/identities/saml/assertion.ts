/** Who an assertion is about, once its signature is known to be good, and what the library has not asked of it. */
import type { Profile } from '@node-saml/node-saml'
import * as z from 'zod/mini'
import { emailSchema } from '../../../domain/accounts.ts'
import { ACCOUNT_ID_MAX } from '../../../domain/identities.ts'
import type { Claim } from '../provider.ts'
import type { SamlProviderSettings } from './settings.ts'

export type ExpectedAssertion = SamlProviderSettings & {
  requestId: string
  /** Since when the person was to be asked again, in milliseconds since 1970; null where they were not. */
  askedAgainAt: number | null
}

/** How much two clocks may differ. */
export const CLOCK_SKEW_MS = 60_000

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified'
/** Names that stay a person's. A transient one is new each time, and would make a new account each time. */
const LASTING_FORMATS: readonly string[] = [PERSISTENT, EMAIL_ADDRESS, UNSPECIFIED]
/** Where services put the address: their plain words, LDAP's number for `mail`, and Microsoft's name. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
] as const

/** From the library's reading of what was signed. Throws an Error that says what is wrong. */
export function readSamlAssertion(profile: Profile | null, expected: ExpectedAssertion): Claim {
  if (!profile?.getAssertion) throw new Error('The answer vouches for nobody')
  const { Assertion: assertion } = assertionSchema(expected).parse(profile.getAssertion())
  checkMoments(assertion.$.IssueInstant, assertion.AuthnStatement[0].$.AuthnInstant, expected.askedAgainAt)
  const [{ _: accountId, $: { Format: format = UNSPECIFIED } = {} }] = assertion.Subject[0].NameID
  if (!LASTING_FORMATS.includes(format)) throw new Error(`A name of the format ${format} does not stay the person's`)
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

/** With its zone: the library would take a bare one for this machine's time. */
const moment = z.pipe(z.iso.datetime({ offset: true }), z.transform(Date.parse))

/** The library looks at none of these for being too early. */
function checkMoments(issuedAt: number, signedInAt: number, askedAgainAt: number | null): void {
  const soon = Date.now() + CLOCK_SKEW_MS
  if (issuedAt > soon || signedInAt > soon) throw new Error('The assertion is from the future')
  if (askedAgainAt !== null && signedInAt < askedAgainAt - CLOCK_SKEW_MS) {
    throw new Error('The service did not ask the person again')
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
