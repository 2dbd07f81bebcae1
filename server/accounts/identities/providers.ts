/** The identity providers that are switched on, created once at the start, where a wrong setting is reported. */
import type { Provider } from '../../../domain/api/accounts/identities.ts'
import type { ProviderId } from '../../../domain/accounts/sign-in-methods.ts'
import type { EnabledSignInMethods } from '../factors/sign-in-methods.ts'
import { SAML_ACS_PATH, SAML_METADATA_PATH } from '../../http/well-known-paths.ts'
import { tagOf } from './authorization-tag.ts'
import { createGithubProvider } from './github.ts'
import { createOidcProvider } from './oidc/oidc.ts'
import type { SigningKeys } from './oidc/signing-keys.ts'
import { issuerKey, scopedToIssuer } from './provider.ts'
import type { AuthorizationParameters, RedirectProvider } from './provider.ts'
import { createSamlProvider } from './saml/saml.ts'
import type { SamlProvider } from './saml/saml.ts'
import type { IdentitySettings, SamlSettings } from './settings.ts'
import { checkWalletHost } from './wallet/siwe.ts'

/** SAML's callback comes as a posted form instead. */
type RedirectProviderId = Exclude<ProviderId, 'saml'>

export type IdentityProviders = {
  /** In the order of their buttons. */
  list(): Provider[]
  /** Null where it is switched off. */
  forAuthorization(id: ProviderId): Pick<RedirectProvider, 'authorize'> | null
  forCallback(id: RedirectProviderId): RedirectProvider | null
  saml: SamlProvider | null
  /** What can sign in today. */
  enabledMethods(): EnabledSignInMethods
  keys: SigningKeys
}

/** Throws an Error that names the wrong setting. No provider is contacted yet. */
export function createIdentityProviders(
  settings: IdentitySettings,
  publicUrl: string,
  keys: SigningKeys,
): IdentityProviders {
  const { google, github, oidc, wallet } = settings
  if (wallet) checkWalletHost(publicUrl)
  const byRedirect = {
    google: google && scoped(google.issuer, createOidcProvider({ id: 'google', ...google }, keys)),
    github: github && scoped(github.url, createGithubProvider(github)),
    oidc: oidc && scoped(oidc.issuer, createOidcProvider({ id: 'oidc', ...oidc }, keys)),
  } satisfies Record<RedirectProviderId, RedirectProvider | null>
  const saml =
    settings.saml && scopedSaml(settings.saml.entityId, createSamlProvider(samlSettings(publicUrl, settings.saml)))
  const all = [...Object.values(byRedirect), saml].filter((provider) => provider !== null)
  return {
    list: () => all.map(({ id, name }) => ({ id, name })),
    forAuthorization: (id) =>
      id === 'saml' ? saml && { authorize: (parameters) => authorizeBySaml(saml, parameters) } : byRedirect[id],
    forCallback: (id) => byRedirect[id],
    saml,
    enabledMethods: () => enabledMethods(settings),
    keys,
  }
}

/** A provider's method takes only accounts of the issuer in the settings; a password or wallet has none. */
function enabledMethods({ google, github, oidc, saml, wallet }: IdentitySettings): EnabledSignInMethods {
  return {
    credential: '',
    ...(google && { google: `${issuerKey(google.issuer)} ` }),
    ...(github && { github: `${issuerKey(github.url)} ` }),
    ...(oidc && { oidc: `${issuerKey(oidc.issuer)} ` }),
    ...(saml && { saml: `${issuerKey(saml.entityId)} ` }),
    ...(wallet && { wallet: '' }),
  }
}

function scoped(issuer: string, provider: RedirectProvider): RedirectProvider {
  return {
    ...provider,
    verifyCallback: async (...callback) => scopedToIssuer(issuer, await provider.verifyCallback(...callback)),
  }
}

function scopedSaml(issuer: string, provider: SamlProvider): SamlProvider {
  return {
    ...provider,
    async verifyResponse(...response) {
      const { requestId, identity } = await provider.verifyResponse(...response)
      return { requestId, identity: scopedToIssuer(issuer, identity) }
    },
  }
}

/** The relay state, which returns with the response, identifies the cookie of its request. */
async function authorizeBySaml(saml: SamlProvider, { state, forceLogin }: AuthorizationParameters) {
  const { url, requestId } = await saml.authorize({ relayState: tagOf(state), forceLogin })
  return { url, providerState: { requestId } }
}

function samlSettings(publicUrl: string, { name, entryPoint, entityId, certificates }: SamlSettings) {
  return {
    name,
    entryPoint,
    idpEntityId: entityId,
    idpCertificates: certificates,
    spEntityId: `${publicUrl}${SAML_METADATA_PATH}`,
    callbackUrl: `${publicUrl}${SAML_ACS_PATH}`,
  }
}
