/** The environment variables that switch identity providers and wallets on. */
import { OperatorError, certificateFile } from '../../setting-values.ts'
import { isTrusted } from './trusted-address.ts'

export type OidcSettings = { name: string; issuer: string; clientId: string; clientSecret: string | null }
export type GithubSettings = { clientId: string; clientSecret: string; url: string }
export type SamlSettings = { name: string; entryPoint: string; entityId: string; certificates: string[] }

/** Null: switched off, and shown nowhere. */
export type IdentitySettings = {
  google: OidcSettings | null
  github: GithubSettings | null
  oidc: OidcSettings | null
  saml: SamlSettings | null
  wallet: boolean
}

const GOOGLE = 'https://accounts.google.com'
const GITHUB = 'https://github.com'

/** Throws an Error that names the setting which is missing or wrong: a provider needs all of its settings. */
export function readIdentitySettings(env: NodeJS.ProcessEnv): Omit<IdentitySettings, 'wallet'> {
  const google = together(env, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const github = together(env, ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'])
  const oidc = together(env, ['OIDC_ISSUER', 'OIDC_CLIENT_ID'])
  const saml = together(env, ['SAML_ENTRY_POINT', 'SAML_ENTITY_ID', 'SAML_CERTIFICATE'])
  return {
    google: google && { name: 'Google', issuer: GOOGLE, clientId: google[0], clientSecret: google[1] },
    github: github && {
      clientId: github[0],
      clientSecret: github[1],
      url: address('GITHUB_URL', env.GITHUB_URL || GITHUB),
    },
    oidc: oidc && {
      name: env.OIDC_NAME || new URL(address('OIDC_ISSUER', oidc[0])).host,
      issuer: address('OIDC_ISSUER', oidc[0]),
      clientId: oidc[1],
      clientSecret: env.OIDC_CLIENT_SECRET || null,
    },
    saml: saml && {
      name: env.SAML_NAME || new URL(address('SAML_ENTRY_POINT', saml[0])).host,
      entryPoint: address('SAML_ENTRY_POINT', saml[0]),
      entityId: saml[1],
      certificates: certificates(saml[2]),
    },
  }
}

function together<const Names extends readonly string[]>(
  env: NodeJS.ProcessEnv,
  names: Names,
): { [Index in keyof Names]: string } | null {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new OperatorError(`${missing.join(' and ')} must be set together with ${names.join(', ')}`)
  return names.map((name) => env[name]) as { [Index in keyof Names]: string }
}

/** Over http only on this machine. */
function address(name: string, text: string): string {
  if (isTrusted(text)) return text
  throw new OperatorError(`${name} must be an https address, not "${text}"`)
}

/** PEM certificates one after another, or the path of a file with them. Two while the provider rotates its key. */
function certificates(text: string): string[] {
  const pem = text.includes('-----BEGIN') ? text : certificateFile('SAML_CERTIFICATE', text)
  const found = pem.replaceAll('\\n', '\n').match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)
  if (!found) throw new OperatorError('SAML_CERTIFICATE must be a PEM certificate, or the path of one')
  return found
}
