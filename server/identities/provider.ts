/** What another service that vouches for people looks like from here; one file for each kind implements it. */
import type { ProviderId } from '../../domain/identities.ts'

/** Who came, by the service's word. */
export type Claim = {
  /** The service's own name for the person, which never changes and is never given to another. */
  accountId: string
  email: string | null
  /** The service says that the person has reached this mailbox. Anything but its plain word is no. */
  isEmailVerified: boolean
}

/** What is kept while the person is away; strings, since they wait in the database as JSON. */
export type Kept = Record<string, string>

/** How the person is sent there. `forceLogin`: a person who is signed in there already is to be asked again. */
export type AuthorizationParameters = { redirectUri: string; state: string; forceLogin: boolean }

/** A service that sends people back by an address: OpenID Connect and OAuth 2. */
export type RedirectProvider = {
  id: ProviderId
  /** What its button says. */
  name: string
  /** Where the person is sent, and what must be kept meanwhile. Refuses with `provider_unavailable`. */
  begin(departure: AuthorizationParameters): Promise<{ url: string; keep: Kept }>
  /**
   * Who came back to `address`, which is the whole address with its query. Refuses with `provider_refused` where the answer
   * is not the one to this departure or its signature, moment or audience is wrong, and with `provider_unavailable`.
   */
  finish(address: URL, departure: AuthorizationParameters, kept: Kept): Promise<Claim>
}

/**
 * The claim under the name it is kept by: the service's own address and its name for the person there. Where the settings
 * come to name another service, nobody of it passes for somebody of the former one (ASVS 6.8.1).
 */
export function scopedToIssuer(service: string, claim: Claim): Claim {
  return { ...claim, accountId: `${serviceOf(service)} ${claim.accountId}` }
}

/** The service as it is kept: a slash at the end of its address makes no other one of it. */
export function serviceOf(address: string): string {
  return address.replace(/\/+$/, '')
}
