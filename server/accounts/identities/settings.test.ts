import { expect, test } from 'vitest'
import { readIdentitySettings } from './settings.ts'

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----'

test('every identity provider is off by default', () => {
  expect(readIdentitySettings({})).toEqual({ google: null, github: null, oidc: null, saml: null })
})

test('each provider is switched on by its own settings', () => {
  const settings = readIdentitySettings({
    GOOGLE_CLIENT_ID: 'g',
    GOOGLE_CLIENT_SECRET: 'gs',
    GITHUB_CLIENT_ID: 'h',
    GITHUB_CLIENT_SECRET: 'hs',
    OIDC_ISSUER: 'https://id.example.org/realm/',
    OIDC_CLIENT_ID: 'o',
    SAML_ENTRY_POINT: 'https://sso.example.org/in',
    SAML_ENTITY_ID: 'urn:sso',
    SAML_CERTIFICATE: CERTIFICATE + CERTIFICATE,
  })
  expect(settings).toEqual({
    google: { name: 'Google', issuer: 'https://accounts.google.com', clientId: 'g', clientSecret: 'gs' },
    github: { clientId: 'h', clientSecret: 'hs', url: 'https://github.com' },
    oidc: { name: 'id.example.org', issuer: 'https://id.example.org/realm/', clientId: 'o', clientSecret: null },
    saml: {
      name: 'sso.example.org',
      entryPoint: 'https://sso.example.org/in',
      entityId: 'urn:sso',
      certificates: Array(2).fill(CERTIFICATE.replaceAll('\\n', '\n')),
    },
  })
})

test.each([
  [{ GOOGLE_CLIENT_ID: 'g' }, 'GOOGLE_CLIENT_SECRET must be set together with GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET'],
  [{ OIDC_ISSUER: 'http://id.example.org', OIDC_CLIENT_ID: 'o' }, 'OIDC_ISSUER must be an https address'],
  [{ SAML_ENTRY_POINT: 'https://sso.example.org' }, 'SAML_ENTITY_ID and SAML_CERTIFICATE must be set together'],
  [
    { SAML_ENTRY_POINT: 'https://sso.example.org', SAML_ENTITY_ID: 'x', SAML_CERTIFICATE: '-----BEGIN nothing' },
    'SAML_CERTIFICATE must be a PEM certificate',
  ],
])('an incomplete or wrong setting stops the startup with its name: %j', (env, message) => {
  expect(() => readIdentitySettings(env)).toThrow(message)
})
