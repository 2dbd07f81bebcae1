/** The names of sign-in methods, which every page reads in the session; their rules are in accounts.ts, identities.ts and factors.ts. */

/** Providers with a redirect to their own page. */
export const PROVIDERS = ['google', 'github', 'oidc', 'saml'] as const
export type ProviderId = (typeof PROVIDERS)[number]

/** What a user can link to an account, one of each. */
export const IDENTITY_KINDS = [...PROVIDERS, 'wallet'] as const
export type IdentityKind = (typeof IDENTITY_KINDS)[number]

/** The second factors. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactorMethod = (typeof SECOND_FACTORS)[number]

/** How a session can begin. */
export const SESSION_METHODS = [
  'password',
  'code',
  'passkey',
  'registration',
  'google',
  'github',
  'oidc',
  'saml',
  'wallet',
] as const
export type SessionMethod = (typeof SESSION_METHODS)[number]

/** What the sign-in history names: how a session began, or the second factor that was refused. */
export const SIGN_IN_METHODS = [...SESSION_METHODS, 'totp', 'recovery_code'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
