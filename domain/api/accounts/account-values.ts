/** The vocabularies that the session and others share, as schemas named in the OpenAPI document. */
import * as z from 'zod/mini'
import { IDENTITY_KINDS, SECOND_FACTORS, SIGN_IN_METHODS } from '../../accounts/sign-in-methods.ts'
import { LANGUAGES } from '../../languages.ts'
import { named } from '../endpoint.ts'

export const language = named('Language', z.enum(LANGUAGES), 'An ISO 639-1 code.')
export const signInMethod = named('SignInMethod', z.enum(SIGN_IN_METHODS))
export const secondFactor = named('SecondFactor', z.enum(SECOND_FACTORS))
export const identityKind = named('IdentityKind', z.enum(IDENTITY_KINDS), 'An identity provider, or a wallet.')
