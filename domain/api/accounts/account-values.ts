/** The vocabularies of accounts as schemas, named in the OpenAPI document. */
import * as z from 'zod/mini'
import { SIGN_IN_METHODS } from '../../accounts/accounts.ts'
import { ADDITION_KINDS } from '../../accounts/additions.ts'
import { KEY_SCOPES } from '../../accounts/api-keys.ts'
import { CONTACT_SUBJECTS } from '../../contact.ts'
import { IDENTITY_KINDS, SECOND_FACTORS } from '../../accounts/sign-in-methods.ts'
import { LANGUAGES } from '../../languages.ts'
import { named } from '../endpoint.ts'

export const language = named('Language', z.enum(LANGUAGES), 'An ISO 639-1 code.')
export const keyScope = named('KeyScope', z.enum(KEY_SCOPES), 'What an API key may do.')
export const signInMethod = named('SignInMethod', z.enum(SIGN_IN_METHODS))
export const secondFactor = named('SecondFactor', z.enum(SECOND_FACTORS))
export const additionKind = named(
  'AdditionKind',
  z.enum(ADDITION_KINDS),
  'What was added to an account for signing in or acting for it.',
)
export const identityKind = named('IdentityKind', z.enum(IDENTITY_KINDS), 'An identity provider, or a wallet.')
export const contactSubject = named('ContactSubject', z.enum(CONTACT_SUBJECTS))
