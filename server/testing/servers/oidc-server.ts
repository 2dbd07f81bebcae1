/** A real OpenID provider on its own port, whose user is signed in without a page or with one button. */
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactSign, UnsecuredJWT, decodeJwt, exportJWK, exportSPKI, importJWK, generateKeyPair } from 'jose'
import type { CompactJWSHeaderParameters, JWK, JWTPayload } from 'jose'
import { Provider, interactionPolicy } from 'oidc-provider'
import type { Adapter, AdapterPayload, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'

export type OidcPerson = {
  sub: string
  email?: string
  /** Its claim about the email address, true or not; left out where undefined. */
  emailVerified?: unknown
}

export type OidcClient = {
  clientId: string
  /** Exactly these. */
  redirectUris: string[]
  clientSecret?: string
  /** How it authenticates the client; with `private_key_jwt` by the keys of one of the last two. */
  auth?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt'
  jwksUri?: string
  jwks?: { keys: JWK[] }
}

/** Faults of the provider. Each can be set and removed at any time. */
export type OidcLies = {
  /** Changes the ID token's claims, before it is signed again. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** How the ID token is signed: by a key outside the key set, not at all, or with its public key as a secret. */
  signature?: 'foreign' | 'none' | 'public_key_as_secret'
  /** Changes the discovery document. */
  metadata?: (document: Record<string, unknown>) => Record<string, unknown>
  /** Changes the key set. */
  keySet?: (set: { keys: JWK[] }) => unknown
  /** These paths answer 503, close the connection, or redirect. */
  unwell?: { path: RegExp; how: 503 | 'hang_up' | 'redirect' }
}

export type OidcServer = {
  issuer: string
  /** The first client's. */
  clientId: string
  clientSecret: string
  /** Settable: the user who is signed in there. */
  user: OidcPerson
  /** Settable. */
  lies: OidcLies
  /** Every request it received, as "GET /path". */
  requests: string[]
  /** Acts as a browser from an address of the provider; returns the callback's address without visiting it. */
  travel(url: string, cookies?: Map<string, string>): Promise<string>
  /** An ID token of the code flow, as a user's program receives it. */
  idToken(nonce: string, clientId?: string): Promise<string>
  /** An ID token with the given claims, signed by its own key (or as `lies.signature` says). */
  sign(claims: JWTPayload, header?: Partial<CompactJWSHeaderParameters>): Promise<string>
  close(): Promise<void>
}

export type OidcServerOptions = {
  clients: OidcClient[]
  user?: OidcPerson
  /** Whether a page with the button "Continue as …" and one that refuses is shown; otherwise there is none. */
  hasPage?: boolean
  /** Where it sends the email address: only at the userinfo endpoint, as the standard has it, or in the ID token as many do. */
  emailIn?: 'userinfo' | 'id_token'
  port?: number
}

export async function startOidcServer(options: OidcServerOptions): Promise<OidcServer> {
  const [first] = options.clients
  if (!first) throw new Error('A provider needs a client')
  const own = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  const kid = 'own'
  const { server, issuer } = await listen(options.port)
  const state: Pick<OidcServer, 'user' | 'lies' | 'requests'> = {
    user: options.user ?? { sub: 'person-1', email: 'Person@Example.org', emailVerified: true },
    lies: {},
    requests: [],
  }
  const provider = new Provider(issuer, {
    ...rooms(issuer),
    clients: options.clients.map(metadataOf),
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), kid, alg: 'RS256', use: 'sig' }] },
    conformIdTokenClaims: options.emailIn !== 'id_token',
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...claimsOf(state.user), sub }) }),
  })
  provider.use(async (ctx, next) => {
    state.requests.push(`${ctx.method} ${ctx.path}`)
    const { unwell, metadata, keySet } = state.lies
    if (unwell?.path.test(ctx.path)) return beUnwell(ctx as unknown as KoaContextWithOIDC, unwell.how)
    await next()
    const body = ctx.body as Record<string, unknown> | undefined
    if (ctx.path.endsWith('/openid-configuration') && metadata) ctx.body = metadata(structuredClone(body ?? {}))
    if (ctx.path === '/jwks' && keySet) ctx.body = keySet(structuredClone(body) as { keys: JWK[] })
    if (typeof body?.id_token === 'string' && (state.lies.claims || state.lies.signature)) {
      const claims = decodeJwt(body.id_token)
      body.id_token = await sign(state.lies.claims?.(claims) ?? claims)
    }
  })
  provider.use(interactions(provider, () => state.user, options.hasPage ?? false))
  serve(server, provider)

  async function sign(claims: JWTPayload, header: Partial<CompactJWSHeaderParameters> = {}): Promise<string> {
    const { signature } = state.lies
    if (signature === 'none') return new UnsecuredJWT(claims).encode()
    const payload = new CompactSign(Buffer.from(JSON.stringify(claims)))
    if (signature === 'public_key_as_secret') {
      const secret = Buffer.from(await exportSPKI(own.publicKey))
      return payload.setProtectedHeader({ alg: 'HS256', kid, ...header }).sign(secret)
    }
    const { privateKey } = signature === 'foreign' ? foreign : own
    const { alg = 'RS256' } = header
    // A key is made for one algorithm.
    const key = alg === 'RS256' ? privateKey : await importJWK(await exportJWK(own.privateKey), alg)
    return payload.setProtectedHeader({ ...header, alg, kid: header.kid ?? kid }).sign(key)
  }

  return Object.assign(state, {
    issuer,
    clientId: first.clientId,
    clientSecret: secretOf(first),
    travel: (url: string, cookies?: Map<string, string>) => travel(issuer, url, cookies),
    idToken: (nonce: string, clientId = first.clientId) =>
      idTokenFor(issuer, options.clients.find((one) => one.clientId === clientId) ?? first, nonce),
    sign,
    close: () => stop(server),
  })
}

/** Settings of the test provider: its storage, its cookies, and PKCE without consent. */
export function rooms(issuer: string): Configuration {
  const { port } = new URL(issuer)
  return {
    adapter: memory(),
    cookies: {
      keys: ['test'],
      names: { session: `session_${port}`, interaction: `interaction_${port}`, resume: `resume_${port}` },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: askable(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    // Allows calls to this machine, which its own guard would refuse.
    fetch: (url, init) => fetch(url, Object.assign({}, init, { dispatcher: undefined })),
    clientBasedCORS: () => false,
    renderError: (ctx, { error, error_description: description }) => {
      ctx.type = 'text'
      ctx.body = `${error}: ${description}`
    },
    async loadExistingGrant({ oidc: { session, client, provider } }) {
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: client?.clientId })
      grant.addOIDCScope('openid email profile read:user user:email')
      await grant.save()
      return grant
    },
  }
}

function askable() {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return policy
}

/** The page for a browser without a session: signed in immediately, or on the press of a button. */
export function interactions(provider: Provider, user: () => { sub: string; email?: string }, hasPage: boolean) {
  return async (
    ctx: { path: string; method: string; req: any; res: any; respond?: boolean; type: string; body: unknown },
    next: () => Promise<unknown>,
  ) => {
    if (!ctx.path.startsWith('/interaction/')) return next()
    const { sub, email } = user()
    if (ctx.method === 'GET' && hasPage) {
      ctx.type = 'html'
      ctx.body = pageFor(ctx.path, email ?? sub)
      return undefined
    }
    ctx.respond = false
    const { prompt } = await provider.interactionDetails(ctx.req, ctx.res)
    const isRefused = ctx.path.endsWith('/refuse')
    const done = { login: { accountId: sub }, [prompt.name]: prompt.name === 'login' ? { accountId: sub } : {} }
    await provider.interactionFinished(ctx.req, ctx.res, isRefused ? { error: 'access_denied' } : done)
  }
}

function pageFor(path: string, name: string): string {
  return `<!doctype html><html lang="en"><title>Sign in</title><h1>Sign in</h1>
<form method="post" action="${path}"><button>Continue as ${name.replaceAll(/[<>&"]/g, '')}</button></form>
<form method="post" action="${path}/refuse"><button>Cancel</button></form></html>`
}

/** Acts as a browser at one origin: keeps cookies, follows redirects, and presses a page's first button. */
export async function travel(origin: string, url: string, cookies = new Map<string, string>()): Promise<string> {
  let next = { url, method: 'GET' }
  for (let step = 0; step < 20; step++) {
    if (new URL(next.url).origin !== origin) return next.url
    const cookie = [...cookies.values()].join('; ')
    const response = await fetch(next.url, {
      method: next.method,
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
    })
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    const text = await response.text()
    const location = response.headers.get('location')
    const action = location === null && response.ok ? /<form method="post" action="([^"]+)"/.exec(text)?.[1] : undefined
    if (location === null && action === undefined) throw new Error(`${response.status} at ${next.url}: ${text}`)
    next = { url: new URL(location ?? action ?? '', next.url).href, method: location === null ? 'POST' : 'GET' }
  }
  throw new Error('The provider sends in circles')
}

/** Their paths are ignored: each name has its newest value. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ''] = line.split(';')
  const name = pair.slice(0, pair.indexOf('='))
  if (pair === `${name}=`) cookies.delete(name)
  else cookies.set(name, pair)
}

async function idTokenFor(issuer: string, client: OidcClient, nonce: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = client.redirectUris[0] ?? ''
  const asked = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const back = new URL(await travel(issuer, `${issuer}/auth?${asked}`))
  const basic = client.auth !== 'client_secret_post'
  const credentials = { client_id: client.clientId, client_secret: secretOf(client) }
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: basic ? { authorization: `Basic ${btoa(Object.values(credentials).join(':'))}` } : {},
    body: new URLSearchParams({
      ...(basic ? {} : credentials),
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  const body = (await response.json()) as { id_token?: string }
  if (!body.id_token) throw new Error(`No ID token: ${JSON.stringify(body)}`)
  return body.id_token
}

function metadataOf(client: OidcClient): ClientMetadata {
  const auth = client.auth ?? 'client_secret_basic'
  return {
    client_id: client.clientId,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: auth,
    ...(auth === 'private_key_jwt'
      ? { token_endpoint_auth_signing_alg: 'ES256' }
      : { client_secret: secretOf(client) }),
    ...(client.jwksUri === undefined ? {} : { jwks_uri: client.jwksUri }),
    ...(client.jwks === undefined ? {} : { jwks: client.jwks }),
  }
}

function secretOf({ clientId, clientSecret }: OidcClient): string {
  return clientSecret ?? `secret-of-${clientId}`
}

function claimsOf({ email, emailVerified }: OidcPerson): Record<string, unknown> {
  return {
    ...(email === undefined ? {} : { email }),
    ...(emailVerified === undefined ? {} : { email_verified: emailVerified }),
  }
}

function beUnwell(ctx: KoaContextWithOIDC, how: 503 | 'hang_up' | 'redirect'): void {
  if (how === 'redirect') return ctx.redirect('/elsewhere')
  if (how === 503) {
    ctx.status = 503
    ctx.body = 'unwell'
    return
  }
  ctx.respond = false
  ctx.req.socket.destroy()
}

export async function listen(port = 0) {
  const server = createServer()
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export function serve(server: Server, provider: Provider): void {
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
}

export function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

/** One server's storage, separate from the others'; codes and sessions end with it. */
function memory(): (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>()
  return (name) => {
    const at = (id: string) => `${name}:${id}`
    const where = (test: (row: AdapterPayload) => boolean) =>
      [...rows].find(([key, row]) => key.startsWith(`${name}:`) && test(row))?.[1]
    return {
      upsert: async (id, payload) => void rows.set(at(id), payload),
      find: async (id) => rows.get(at(id)),
      findByUid: async (uid) => where((row) => row.uid === uid),
      findByUserCode: async (userCode) => where((row) => row.userCode === userCode),
      consume: async (id) => void Object.assign(rows.get(at(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void rows.delete(at(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}
