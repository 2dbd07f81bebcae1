/** The users of the stories, each with a browser context. Import `test` and `expect` from here. */
import { test as base, expect, type APIResponse, type BrowserContext, type Page } from '@playwright/test'
import { SOURCE_LANGUAGE } from '../domain/languages.ts'
import { urlsOf } from '../server/db/logins.ts'
import { SYSTEM } from '../server/db/scope.ts'
import { openPool, type Db } from '../server/db/pool.ts'
import { registrationCode, unverify } from '../server/testing/accounts/account-state.ts'
import { TEST_SECRET } from '../server/testing/accounts/secret.ts'
import { createUser } from '../server/testing/accounts/create-user.ts'
import { openPage, returnPage, takePage } from './reused-pages.ts'
import { watch, type Watch } from './watch.ts'

export { expect }

/** A visitor with a browser context and one open page. */
export type Visitor = { page: Page; context: BrowserContext; allow: Watch['allow'] }

/** A visitor with an account, signed in. */
export type User = Visitor & { username: string; email: string; password: string }

type Fixtures = {
  /** Opens a browser context that is not signed in. */
  newVisitor: () => Promise<Visitor>
  /** Opens a browser context for a new, verified, signed-in user. A unique suffix is added to the name. */
  newUser: (name?: string) => Promise<User>
}

type WorkerFixtures = {
  /** The database of the stories' server. */
  database: { db: Db }
}

export const ORIGIN = `http://localhost:${process.env.E2E_PORT}`
const COOKIE = { url: ORIGIN, httpOnly: true, sameSite: 'Lax' } as const
export const PASSWORD = 'a long enough password'
export const test = base.extend<Fixtures, WorkerFixtures>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's dependencies off this pattern, and here there are none
    async ({}, use) => {
      const connectionString = String(process.env.E2E_DATABASE_URL)
      const pool = await openPool(urlsOf(connectionString).appUrl, 2, SYSTEM)
      await use({ db: pool.db })
      await pool.close()
    },
    { scope: 'worker' },
  ],
  newVisitor: async ({ browser, serviceWorkers }, use, testInfo) => {
    // A worker that a story installs would answer for the next one.
    const mayReuse = serviceWorkers === 'block'
    const opened: { context: BrowserContext; page: Page; watched: Watch }[] = []
    await use(async () => {
      const { context, page } = await (mayReuse ? takePage(browser) : openPage(browser))
      const watched = watch(context)
      opened.push({ context, page, watched })
      return { page, context, allow: watched.allow }
    })
    const isReturned = mayReuse && testInfo.status === testInfo.expectedStatus
    await Promise.all(opened.map((each) => (isReturned ? returnPage(each) : each.context.close())))
    for (const { watched } of opened) watched.stop()
    expect([...new Set(opened.flatMap(({ watched }) => watched.problems()))]).toEqual([])
  },
  newUser: async ({ newVisitor, database: { db } }, use) => {
    await use(async (name = 'user') => {
      const username = uniqueName(name)
      const names = { username, email: `${username.toLowerCase()}@example.org`, password: PASSWORD }
      const visitor = await newVisitor()
      const userAgent = await visitor.page.evaluate(() => navigator.userAgent)
      const created = await createUser(
        db,
        { current: TEST_SECRET, previous: null },
        { ...names, language: SOURCE_LANGUAGE, userAgent },
      )
      await visitor.context.addCookies([
        { ...COOKIE, name: 'sid', value: encodeURIComponent(created.session) },
        { ...COOKIE, name: 'device', value: created.device },
      ])
      return { ...visitor, ...names }
    })
  },
})

/** A unique name with this beginning. */
export function uniqueName(start: string): string {
  return `${start}_${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`.slice(0, 20)
}

/** Fills and sends the sign-in form on the page. */
export async function fillSignIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** From the sign-up, to which a new browser is led, to the sign-in. */
export async function chooseSignIn(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
}

/** A call to the API in the user's session, to prepare a story. */
export async function ask<Answer>(user: User, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const answer = await send(user, method, path, body)
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Answer
}

/** Ends the session by a call, while the user's open page may still read events. */
export async function endSession(user: User): Promise<void> {
  user.allow(/^401 GET \/api\/events/)
  await ask(user, 'POST', '/api/sign-out')
}

/** Completes a registration on the page with the code from its email. */
export async function enterCode(page: Page, email: string): Promise<void> {
  const field = page.getByLabel('Code from the email')
  await expect(field).toBeVisible()
  await field.fill(await codeFor(email))
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
}

/** The code in the email of a registration. */
export function codeFor(email: string): Promise<string> {
  return registrationCode(String(process.env.E2E_DATABASE_URL), email.toLowerCase())
}

/** Makes the account one from before registration required a code: its email address is unverified. */
export function makeUnverified({ email }: User): Promise<void> {
  return unverify(String(process.env.E2E_DATABASE_URL), email)
}

function send({ context }: User, method: string, path: string, body: unknown): Promise<APIResponse> {
  return context.request.fetch(path, {
    method,
    headers: { origin: ORIGIN, 'idempotency-key': crypto.randomUUID() },
    ...(method === 'GET' ? {} : { data: body ?? {} }),
  })
}
