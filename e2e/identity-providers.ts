/** Identity providers with a page each, and a market that accepts them. */
import pg from 'pg'
import { startGithubServer } from '../server/testing/servers/github-server.ts'
import { startOidcServer } from '../server/testing/servers/oidc-server.ts'
import { startSamlServer } from '../server/testing/servers/saml-server.ts'
import { openEmptyMarket } from './empty-market.ts'

export type Services = {
  address: string
  /** The code in the latest email to this address. */
  codeFor: (email: string) => Promise<string>
  close: () => Promise<void>
}

/** The OpenID provider knows the market by its key set, which it fetches there; GitHub by a secret. */
export async function openMarketWithServices(): Promise<Services> {
  const opened: { close: () => Promise<void> }[] = []
  const closeAll = async () => {
    for (const one of opened.toReversed()) await one.close()
  }
  try {
    const market = await openEmptyMarket(async (address) => {
      const back = (provider: string) => [`${address}/api/auth/${provider}/callback`]
      const oidc = await startOidcServer({
        clients: [
          {
            clientId: 'market',
            redirectUris: back('oidc'),
            auth: 'private_key_jwt',
            jwksUri: `${address}/.well-known/jwks.json`,
          },
        ],
        user: { sub: 'o-1', email: 'olfa@company.example', emailVerified: true },
        hasPage: true,
      })
      const github = await startGithubServer({ redirectUris: back('github'), hasPage: true })
      const saml = await startSamlServer({
        spEntityId: `${address}/api/auth/saml/metadata`,
        acsUrl: `${address}/api/auth/saml/acs`,
      })
      opened.push(oidc, github, saml)
      return {
        OIDC_ISSUER: oidc.issuer,
        OIDC_CLIENT_ID: oidc.clientId,
        OIDC_NAME: 'Company',
        GITHUB_CLIENT_ID: github.clientId,
        GITHUB_CLIENT_SECRET: github.clientSecret,
        GITHUB_URL: github.url,
        SAML_ENTRY_POINT: saml.entryPoint,
        SAML_ENTITY_ID: saml.entityId,
        SAML_CERTIFICATE: saml.certificate,
        SAML_NAME: 'Office',
      }
    })
    opened.push(market)
    return { address: market.address, codeFor: (email) => codeFor(market.databaseUrl, email), close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Read from the outbox: this market sends no email. */
async function codeFor(databaseUrl: string, email: string): Promise<string> {
  const owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
  try {
    const { rows } = await owner.query<{ code: string }>(
      "select values ->> 'code' as code from mails where to_address = $1 and values ? 'code' order by created_at desc",
      [email],
    )
    return rows[0]?.code ?? ''
  } finally {
    await owner.end()
  }
}
