/** `npm run dev` of the web client: what a developer edits is on the screen. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../e2e/browser.ts'
import { freePort } from '../server/db/local-postgres/free-port.ts'
import { copyProject } from './mutants/project-copy.ts'

/** A cold server compiles hundreds of modules. */
const COLD_MS = 300_000

let server: ChildProcess
let address: string
let browser: Browser
let page: Page
/** A copy, since other tests read the project's own files. */
let root: string

beforeAll(async () => {
  root = await copyProject(fileURLToPath(new URL('..', import.meta.url)))
  const port = await freePort('localhost')
  address = `http://localhost:${port}`
  const { NODE_ENV: _test, VITEST: _vitest, ...env } = process.env
  server = spawn(process.execPath, ['scripts/dev-pages.ts'], {
    cwd: root,
    env: { ...env, WEB_PORT: String(port) },
    stdio: 'ignore',
  })
  while (!(await fetch(`${address}/login`).catch(() => null))) {
    if (server.exitCode !== null) throw new Error(`the development server has ended with ${server.exitCode}`)
    await sleep(100)
  }
  const { executablePath, env: ofBrowser, args } = await findBrowser()
  browser = await chromium.launch({ executablePath, env: { ...process.env, ...ofBrowser } as never, args })
  page = await browser.newPage()
  page.setDefaultTimeout(COLD_MS)
  // The API does not run here.
  await page.route('**/api/**', (route) => route.fulfill({ json: { user: null, providers: [], wallet: false } }))
}, COLD_MS)

afterAll(async () => {
  await browser?.close()
  server?.kill()
  await rm(root, { recursive: true, force: true })
})

test('a page is rendered by the server, hydrated by the entry of a build, and another one is opened without it', async () => {
  const answer = await fetch(`${address}/login`)
  const html = await answer.text()
  expect(answer.status).toBe(200)
  expect(html).toContain('<script type="module" src="/web/entry.client.tsx">')
  expect(html).toContain('id="main"')
  await page.goto(`${address}/how-it-works`)
  await untilHydrated()
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Security' }).click()
  await expect.poll(() => page.title(), { timeout: COLD_MS }).toContain('Security')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await page.goto(`${address}/dev/ui`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}, 300_000)

test.each([
  [
    'a component',
    'web/info/SecurityPage.tsx',
    '<PageHead\n',
    '<p>Edited component</p>\n      <PageHead\n',
    'Edited component',
  ],
  ['a text', 'web/locales/en.po', 'msgstr "In development"', 'msgstr "Edited text"', 'Edited text'],
  ['a rule', 'domain/accounts/accounts.ts', 'RECOVERY_DAYS = 7', 'RECOVERY_DAYS = 1234', '1,234 days'],
])(
  'an edit of %s is on the screen',
  async (_, file, from, to, shown) => {
    // A late reload of the previous page would be taken for this page's connection, and an edit made before the real one would be lost.
    await page.goto('about:blank')
    const listens = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'))
    await page.goto(`${address}/security`)
    await listens
    await untilHydrated()
    const text = await readFile(join(root, file), 'utf8')
    expect(text).toContain(from)
    await replaceFile(
      join(root, file),
      text.replace(from, () => to),
    )
    await page.getByText(shown).first().waitFor()
  },
  300_000,
)

/** In one step: an overwrite first empties the file, which the page may load, and Vite ignores a second change within 50 ms. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${root}.edited`, text)
  await rename(`${root}.edited`, path)
}

async function untilHydrated(): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('taken-over').length > 0)
}
