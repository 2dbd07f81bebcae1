/** The services that are switched on here, made once at the start: a wrong setting is told then. */
import type { Provider } from '../../domain/api.ts'
import type { ProviderId } from '../../domain/identities.ts'
import { SAML_ACS_PATH, SAML_METADATA_PATH } from '../http/well-known-paths.ts'
import { tagOf } from './cookies.ts'
import { createGithubProvider } from './github.ts'
import { createOidcProvider } from './oidc/oidc.ts'
import { scopedToIssuer, serviceOf } from './provider.ts'
import type { AuthorizationParameters, RedirectProvider } from './provider.ts'
import { createSamlProvider } from './saml/saml.ts'
import type { SamlProvider } from './saml/saml.ts'
import type { IdentitySettings, SamlSettings } from './settings.ts'
import type { EnabledSignInMethods } from '../factors/sign-in-methods.ts'
import type { SigningKeys } from './oidc/signing-keys.ts'
import { checkWalletHost } from './wallet/siwe.ts'

/** Those that send people back by an address; SAML's come with a form. */
type ByAddress = Exclude<ProviderId, 'saml'>

export type IdentityProviders = {
  /** In the order their buttons stand in. */
  list(): Provider[]
  /** Null where it is switched off. */
  forAuthorization(id: ProviderId): Pick<RedirectProvider, 'begin'> | null
  forCallback(id: ByAddress): RedirectProvider | null
  saml: SamlProvider | null
  /** What opens an account today: what is switched off is none of it. */
  enabledMethods(): EnabledSignInMethods
  keys: SigningKeys
}

/** Throws an Error that names the setting which is wrong. No service is asked anything yet. */
export function createIdentityProviders(
  settings: IdentitySettings,
  publicUrl: string,
  keys: SigningKeys,
): IdentityProviders {
  const { google, github, oidc, wallet } = settings
  if (wallet) checkWalletHost(publicUrl)
  const byAddress = {
    google: google && kept(google.issuer, createOidcProvider({ id: 'google', ...google }, keys)),
    github: github && kept(github.url, createGithubProvider(github)),
    oidc: oidc && kept(oidc.issuer, createOidcProvider({ id: 'oidc', ...oidc }, keys)),
  } satisfies Record<ByAddress, RedirectProvider | null>
  const saml = settings.saml && keptBySaml(settings.saml.entityId, createSamlProvider(samlAt(publicUrl, settings.saml)))
  const all = [...Object.values(byAddress), saml].filter((way) => way !== null)
  return {
    list: () => all.map(({ id, name }) => ({ id, name })),
    forAuthorization: (id) =>
      id === 'saml' ? saml && { begin: (departure) => leaveBySaml(saml, departure) } : byAddress[id],
    forCallback: (id) => byAddress[id],
    saml,
    enabledMethods: () => enabledMethods(settings),
    keys,
  }
}

/** Kinds without a service are open to every account of theirs; the others to the accounts of the service that is set. */
function enabledMethods({ google, github, oidc, saml, wallet }: IdentitySettings): EnabledSignInMethods {
  return {
    credential: '',
    ...(google && { google: `${serviceOf(google.issuer)} ` }),
    ...(github && { github: `${serviceOf(github.url)} ` }),
    ...(oidc && { oidc: `${serviceOf(oidc.issuer)} ` }),
    ...(saml && { saml: `${serviceOf(saml.entityId)} ` }),
    ...(wallet && { wallet: '' }),
  }
}

function kept(service: string, provider: RedirectProvider): RedirectProvider {
  return { ...provider, finish: async (...answer) => scopedToIssuer(service, await provider.finish(...answer)) }
}

function keptBySaml(service: string, provider: SamlProvider): SamlProvider {
  return {
    ...provider,
    async take(...answer) {
      const { requestId, claim } = await provider.take(...answer)
      return { requestId, claim: scopedToIssuer(service, claim) }
    },
  }
}

/** What it comes back with beside the answer tells which cookie it belongs to. */
async function leaveBySaml(saml: SamlProvider, { state, forceLogin }: AuthorizationParameters) {
  const { url, requestId } = await saml.begin({ relayState: tagOf(state), forceLogin })
  return { url, keep: { requestId } }
}

function samlAt(publicUrl: string, { name, entryPoint, entityId, certificates }: SamlSettings) {
  return {
    name,
    entryPoint,
    idpEntityId: entityId,
    idpCertificates: certificates,
    spEntityId: `${publicUrl}${SAML_METADATA_PATH}`,
    callbackUrl: `${publicUrl}${SAML_ACS_PATH}`,
  }
}
