import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../server/db/local-postgres/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let server: ChildProcess | undefined

// The server restarts itself in another process of its group.
afterAll(() => void process.kill(-server!.pid!))

test('the development server renders a page for React Router’s own client, and has the page of the interface’s parts', async () => {
  const address = await startDevelopmentServer()
  const page = await fetch(`${address}/login`)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html.includes('id="main"')).toBe(true)
  const manifest = /import "([^"]+browser-manifest)"/.exec(html)?.[1]
  expect(await (await fetch(address + String(manifest))).text()).toContain('gallery/GalleryPage.tsx')
  for (const file of ['/web/gallery/GalleryPage.tsx', '/dev/ui']) {
    expect((await fetch(address + file)).status).toBe(200)
  }
}, 120_000)

/** Of the web client alone, as `npm run dev` starts it. */
async function startDevelopmentServer(): Promise<string> {
  const port = await freePort('localhost')
  const { NODE_ENV: _test, VITEST: _vitest, ...env } = process.env
  server = spawn(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'dev', '--port', String(port)], {
    cwd: root,
    env,
    stdio: 'ignore',
    detached: true,
  })
  const address = `http://localhost:${port}`
  for (;;) {
    const answer = await fetch(address).catch(() => null)
    if (answer) return address
    if (server.exitCode !== null) throw new Error(`the development server has ended with ${server.exitCode}`)
    await sleep(100)
  }
}
