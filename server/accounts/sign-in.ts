import { APIError } from 'better-auth/api'
import type { SignInInput } from '../../domain/accounts.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Client } from './accounts.ts'
import { CLIENT_IP_HEADER } from './auth.ts'
import type { Auth } from './auth.ts'

/**
 * Returns the token of a fresh session, or refuses with `credentials_wrong`. An unknown e-mail costs one hash
 * like a wrong password does, so that neither answer nor time tells them apart.
 */
export async function signIn(auth: Auth, { email, password }: SignInInput, client: Client): Promise<string> {
  const headers = new Headers({ [CLIENT_IP_HEADER]: client.ipAddress, 'user-agent': client.userAgent })
  try {
    const { token } = await auth.api.signInEmail({ body: { email, password }, headers })
    return token
  } catch (error) {
    if (error instanceof APIError && error.statusCode < 500) throw new DomainError('credentials_wrong')
    throw error
  }
}
