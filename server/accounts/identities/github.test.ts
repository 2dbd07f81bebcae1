import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startGithubServer } from '../../testing/servers/github-server.ts'
import type { GithubPerson, GithubServer } from '../../testing/servers/github-server.ts'
import { startOidcServer } from '../../testing/servers/oidc-server.ts'
import { createGithubProvider } from './github.ts'
import type { AuthorizationParameters, RedirectProvider } from './provider.ts'

const CALLBACK = 'http://localhost:3000/api/auth/github/callback'
const OCTOCAT: GithubPerson = {
  id: 583231,
  login: 'octocat',
  emails: [
    { email: 'old@example.org', primary: false, verified: true },
    { email: 'Octocat@Example.org', primary: true, verified: true, visibility: 'private' },
  ],
}

let github: GithubServer
let provider: RedirectProvider

beforeAll(async () => {
  github = await startGithubServer({ redirectUris: [CALLBACK] })
  provider = createGithubProvider(github)
})
afterAll(() => github.close())
beforeEach(() => {
  github.user = structuredClone(OCTOCAT)
  github.unwell = null
})

describe('a callback from GitHub', () => {
  test('identifies the user by the numeric id, not the login, with the primary email', async () => {
    const identity = { accountId: '583231', email: 'octocat@example.org', isEmailVerified: true }
    expect(await signIn()).toEqual(identity)
    github.user.login = 'renamed'
    expect(await signIn()).toEqual(identity)
  })

  test('follows a request with PKCE, a state and the smallest scope', async () => {
    const { url, providerState } = await provider.authorize(parametersWith())
    expect(new URL(url).origin + new URL(url).pathname).toBe(`${github.url}/login/oauth/authorize`)
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      client_id: 'github-client',
      redirect_uri: CALLBACK,
      response_type: 'code',
      scope: 'read:user user:email',
      state: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(url).not.toContain(providerState.verifier)
  })

  test.each([false, 'true', 1, null])('with verified = %o does not verify the email', async (verified) => {
    github.user.emails = [{ email: 'octocat@example.org', primary: true, verified }]
    expect(await signIn()).toEqual({ accountId: '583231', email: 'octocat@example.org', isEmailVerified: false })
  })

  test('has no email where none is primary, or the primary one is no address', async () => {
    const none = { accountId: '583231', email: null, isEmailVerified: false }
    github.user.emails = [{ email: 'old@example.org', primary: false, verified: true }]
    expect(await signIn()).toEqual(none)
    github.user.emails = [{ email: 'octocat', primary: true, verified: true }]
    expect(await signIn()).toEqual(none)
    github.user.emails = []
    expect(await signIn()).toEqual(none)
  })

  test.each(['583231', 0, -1, 1.5, 2 ** 53, null])('is refused with the id %o', async (id) => {
    const { url, providerState, parameters } = await authorize()
    const back = new URL(await github.travel(url))
    github.user.id = id as number
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(/^provider_refused/)
  })

  test('lets the user choose the account where a login is forced', async () => {
    const { url, providerState, parameters } = await authorize(parametersWith({ forceLogin: true }))
    expect(new URL(url).searchParams.get('prompt')).toBe('select_account')
    expect(await provider.verifyCallback(new URL(await github.travel(url)), parameters, providerState)).toMatchObject({
      accountId: '583231',
    })
  })

  test('stores no token', async () => {
    const { url, providerState, parameters } = await authorize()
    github.tokens.length = 0
    const claim = await provider.verifyCallback(new URL(await github.travel(url)), parameters, providerState)
    expect(github.tokens).toHaveLength(1)
    expect(JSON.stringify([claim, providerState])).not.toContain(github.tokens[0])
    expect(inspect(provider, { depth: null, showHidden: true })).not.toContain(github.tokens[0])
  })
})

describe('a response from GitHub', () => {
  test('works once', async () => {
    const { url, providerState, parameters } = await authorize()
    const back = new URL(await github.travel(url))
    await provider.verifyCallback(back, parameters, providerState)
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(/^provider_refused/)
  })

  test('to one request is not accepted for another', async () => {
    const [mine, theirs] = [await authorize(), await authorize()]
    const back = new URL(await github.travel(theirs.url))
    expect(await refusalOf(provider.verifyCallback(back, mine.parameters, mine.providerState))).toMatch(
      /^provider_refused.*"state"/,
    )
    back.searchParams.set('state', mine.parameters.state)
    expect(await refusalOf(provider.verifyCallback(back, mine.parameters, mine.providerState))).toMatch(
      /^provider_refused/,
    )
  })

  test('is refused without the stored state, and at another provider’s redirect URI', async () => {
    const { url, providerState, parameters } = await authorize()
    const back = new URL(await github.travel(url))
    expect(await refusalOf(provider.verifyCallback(back, parameters, {}))).toMatch(/^provider_refused.*no stored state/)
    const elsewhere = new URL(back.href.replace('/github/callback?', '/oidc/callback?'))
    expect(await refusalOf(provider.verifyCallback(elsewhere, parameters, providerState))).toMatch(
      /^provider_refused.*another address/,
    )
    expect(await provider.verifyCallback(back, parameters, providerState)).toMatchObject({ accountId: '583231' })
  })

  test('that names another issuer is refused (mix-up)', async () => {
    const clients = [{ clientId: 'github-client', redirectUris: [CALLBACK] }]
    const other = await startOidcServer({ clients })
    const { url, providerState, parameters } = await authorize()
    const asked = new URLSearchParams([...new URL(url).searchParams, ['nonce', 'x']])
    asked.set('scope', 'openid')
    const back = new URL(await other.travel(`${other.issuer}/auth?${asked}`))
    await other.close()
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*"iss"/,
    )
  })

  test('with an error is a refusal', async () => {
    const { providerState, parameters } = await authorize()
    const said = { error: 'access_denied', error_description: 'The user has denied your application access.' }
    const back = new URL(`${CALLBACK}?${new URLSearchParams({ ...said, state: parameters.state })}`)
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*access_denied/,
    )
  })

  test('is not sent to a redirect URI with another query', async () => {
    const asked = new URL((await authorize()).url)
    asked.searchParams.set('redirect_uri', `${CALLBACK}?next=https://evil.example`)
    await expect(github.travel(asked.href)).rejects.toThrow('redirect_uri')
  })

  test('is refused where the client secret is wrong, and where fewer scopes were granted than requested', async () => {
    const wrong = createGithubProvider({ ...github, clientSecret: 'a-secret-of-another-service' })
    expect(await refusalOf(signIn(wrong))).toMatch(/^provider_refused/)
    const { url, providerState, parameters } = await authorize()
    const asked = new URL(url)
    asked.searchParams.set('scope', 'read:user')
    const back = new URL(await github.travel(asked.href))
    expect(await refusalOf(provider.verifyCallback(back, parameters, providerState))).toMatch(
      /^provider_refused.*HTTP 404/,
    )
  })
})

describe('a failure of GitHub', () => {
  test.each(['/login/oauth/access_token', '/api/v3/user', '/api/v3/user/emails'])(
    'at %s is unavailable',
    async (path) => {
      github.unwell = new RegExp(`^${path}$`)
      expect(await refusalOf(signIn())).toMatch(/^provider_unavailable.*503/)
    },
  )

  test('while it is down is unavailable', async () => {
    const mortal = await startGithubServer({ redirectUris: [CALLBACK] })
    const ours = createGithubProvider(mortal)
    const { url, providerState, parameters } = await authorize(parametersWith(), ours)
    const back = new URL(await mortal.travel(url))
    await mortal.close()
    expect(await refusalOf(ours.verifyCallback(back, parameters, providerState))).toMatch(/^provider_unavailable/)
  })
})

test('GitHub is at github.com or at a company’s https address, with its API beside it', async () => {
  const at = async (url: string) => {
    const { url: page } = await createGithubProvider({ clientId: 'x', clientSecret: 'y', url }).authorize(
      parametersWith(),
    )
    return new URL(page).origin + new URL(page).pathname
  }
  expect(await at('https://github.com')).toBe('https://github.com/login/oauth/authorize')
  expect(await at('https://git.example.org/')).toBe('https://git.example.org/login/oauth/authorize')
  await expect(at('http://git.example.org')).rejects.toThrow('must be https')
})

function parametersWith(changes: Partial<AuthorizationParameters> = {}): AuthorizationParameters {
  return { redirectUri: CALLBACK, state: crypto.randomUUID(), forceLogin: false, ...changes }
}

async function authorize(parameters = parametersWith(), from = provider) {
  return { ...(await from.authorize(parameters)), parameters }
}

async function signIn(from = provider) {
  const { url, providerState, parameters } = await authorize(parametersWith(), from)
  return from.verifyCallback(new URL(await github.travel(url)), parameters, providerState)
}

/** The error code and its cause. */
async function refusalOf(step: Promise<unknown>): Promise<string> {
  const error = await step.then(
    () => new Error('was not refused'),
    (error: Error & { code?: string }) => error,
  )
  return `${'code' in error ? String(error.code) : String(error)} ${error.cause instanceof Error ? error.cause.message : ''}`
}
