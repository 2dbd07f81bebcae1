/** A cheap phone on a slow line: Lighthouse's mobile preset, applied by Chromium instead of calculated. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { defaultConfig } from 'lighthouse'
import { findBrowser } from '../../../e2e/browser.ts'

/** 562.5 ms from a request to its answer, 1.44 Mbit/s down, 0.66 Mbit/s up, a processor slowed down four times. */
const PRESET = defaultConfig.settings?.throttling ?? {}

/** How many times slower the phone's processor is. */
export const SLOWDOWN = PRESET.cpuSlowdownMultiplier ?? 1

/** The screen of Lighthouse's phone. */
const SCREEN = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }

/** A running Chromium, and the port by which Lighthouse controls it. */
type BenchBrowser = { browser: Browser; port: number }

/** The certificate of the HTTP/2 proxy is its own, so certificates are not checked. */
export async function launchBrowser(): Promise<BenchBrowser> {
  const port = await freePort()
  const { executablePath, env, args } = await findBrowser()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [...args, '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
  })
  return { browser, port }
}

type PhoneOptions = { cookie?: string; slowdown?: number }

/** Opens an empty tab of a phone with an empty cache; `cookie` signs a user in at `origin`. */
export async function openPhone(
  browser: Browser,
  origin: string,
  { cookie, slowdown = SLOWDOWN }: PhoneOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ ...SCREEN, ignoreHTTPSErrors: true })
  if (cookie !== undefined) {
    const [name = '', ...value] = cookie.split('=')
    await context.addCookies([{ name, value: value.join('='), url: origin }])
  }
  const page = await context.newPage()
  await throttle(await context.newCDPSession(page), slowdown)
  return { context, page }
}

async function throttle(session: CDPSession, slowdown: number): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PRESET.requestLatencyMs ?? 0,
    downloadThroughput: bytesPerSecond(PRESET.downloadThroughputKbps),
    uploadThroughput: bytesPerSecond(PRESET.uploadThroughputKbps),
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

function bytesPerSecond(kbps = 0): number {
  return Math.floor((kbps * 1024) / 8)
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
