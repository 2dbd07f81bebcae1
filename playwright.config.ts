import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'

const { executablePath, args, env } = await findBrowser()
// Chosen once; the workers read this file again and inherit the choice.
process.env.E2E_PORT ??= String(await freePort())

/** The stories: users at two screens in headless Chromium, against the production build behind the real server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.story.ts',
  globalSetup: './e2e/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // One more try on CI's shared machines; a story that needed it is named as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  // The longest stories take 30 s on an idle machine and twice that beside other work.
  timeout: 90_000,
  expect: { timeout: 8000 },
  reporter: [['list']],
  outputDir: 'test-results',
  // Without the system in the name: the pictures say what took them (screens.story.ts).
  snapshotPathTemplate: '{testDir}/screens/pictures/{arg}{ext}',
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    actionTimeout: 8000,
    navigationTimeout: 15_000,
    // A new offer begins with the currency of the browser's time zone.
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // A service worker hides the requests of pages from a story's routes; e2e/offline.story.ts allows it.
    serviceWorkers: 'block',
    // Not a trace: taking one fetches pictures in a way the product's own policy forbids, and is written to the console.
    screenshot: 'only-on-failure',
    // Pages live for seconds here: optimizing their code takes more processor time than it saves.
    launchOptions: {
      executablePath,
      args: [...args, '--js-flags=--no-opt'],
      env: { ...process.env, ...env } as Record<string, string>,
    },
  },
  // Every story runs on a wide screen. Those whose outcome can depend on the screen have the tag @phone and run on a
  // small one too; what only a small screen shows has @phone-only beside it.
  projects: [
    { name: 'desktop', grepInvert: /@phone-only/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
})

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
