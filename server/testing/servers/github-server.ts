/** GitHub's sign-in on its own port: its paths, its two calls and its deviations, in front of a real OAuth 2 server. */
import { Provider } from 'oidc-provider'
import { generateKeyPair, exportJWK } from 'jose'
import { interactions, listen, rooms, serve, stop, travel } from './oidc-server.ts'

export type GithubPerson = {
  id: number
  login: string
  emails: { email: string; primary: boolean; verified: unknown; visibility?: string | null }[]
}

export type GithubServer = {
  /** What GITHUB_URL is set to. */
  url: string
  clientId: string
  clientSecret: string
  /** Settable: the user who is signed in there. */
  user: GithubPerson
  /** Settable: these paths answer 503. */
  unwell: RegExp | null
  /** Acts as a browser from an address of GitHub; returns the callback's address without visiting it. */
  travel(url: string): Promise<string>
  /** The tokens it has issued. */
  tokens: string[]
  close(): Promise<void>
}

export async function startGithubServer(options: {
  redirectUris: string[]
  user?: GithubPerson
  /** Whether a page with the button "Continue as …" is shown; otherwise there is none. */
  hasPage?: boolean
  port?: number
}): Promise<GithubServer> {
  const { server, issuer: url } = await listen(options.port)
  const clientId = 'github-client'
  const clientSecret = 'github-secret'
  const github: GithubServer = {
    url,
    clientId,
    clientSecret,
    user: options.user ?? {
      id: 583231,
      login: 'octocat',
      emails: [{ email: 'Octocat@Example.org', primary: true, verified: true, visibility: 'private' }],
    },
    unwell: null,
    travel: (address) => travel(url, address),
    tokens: [],
    close: () => stop(server),
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(url, {
    ...rooms(url),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    routes: { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    scopes: ['read:user', 'user:email'],
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: options.redirectUris,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  })
  provider.use(async (ctx, next) => {
    if (github.unwell?.test(ctx.path)) {
      ctx.status = 503
      return
    }
    if (ctx.path.startsWith('/api/v3/')) {
      const [scheme, token = ''] = (ctx.get('authorization') || '').split(' ')
      const found = scheme === 'Bearer' ? await provider.AccessToken.find(token) : undefined
      answerCall(ctx, found?.scope?.split(' ') ?? null, github.user)
      return
    }
    await next()
    haveItsManners(ctx)
    const body = ctx.body as { access_token?: string } | undefined
    if (typeof body?.access_token === 'string') github.tokens.push(body.access_token)
  })
  provider.use(
    interactions(provider, () => ({ sub: String(github.user.id), email: github.user.login }), options.hasPage ?? false),
  )
  serve(server, provider)
  return github
}

type Exchange = {
  path: string
  status: number
  body: unknown
  response: { get(name: string): string }
  redirect(url: string): void
}

/** `scopes` null: without a valid token. */
function answerCall(ctx: Exchange, scopes: string[] | null, { id, login, emails }: GithubPerson): void {
  const answers: Record<string, { scope: string; body: unknown }> = {
    '/api/v3/user': { scope: 'read:user', body: { id, login, email: null } },
    '/api/v3/user/emails': { scope: 'user:email', body: emails },
  }
  const answer = answers[ctx.path]
  ctx.status = scopes === null ? 401 : answer && scopes.includes(answer.scope) ? 200 : 404
  ctx.body = ctx.status === 200 ? answer?.body : { message: scopes === null ? 'Bad credentials' : 'Not Found' }
}

/** It refuses with status 200, separates scopes with commas, and does not name itself in its answer. */
function haveItsManners(ctx: Exchange): void {
  if (ctx.path === '/login/oauth/access_token') {
    const body = ctx.body as { error?: string; scope?: string; access_token?: string }
    if (body.error === 'invalid_grant')
      ctx.body = { error: 'bad_verification_code', error_description: 'The code is incorrect or expired.' }
    else if (body.error === 'invalid_client') ctx.body = { error: 'incorrect_client_credentials' }
    else ctx.body = { access_token: body.access_token, token_type: 'bearer', scope: body.scope?.replaceAll(' ', ',') }
    ctx.status = 200
  }
  const location = ctx.response.get('location')
  if (location && URL.canParse(location)) {
    const address = new URL(location)
    address.searchParams.delete('iss')
    ctx.redirect(address.href)
  }
}
