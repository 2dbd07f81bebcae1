/** Caddy in front of the server, as most installations have a proxy: HTTP/2 to the browser, HTTP/1.1 to the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './phone.ts'

const START_MS = 10_000

export type Proxy = { url: string; close(): Promise<void> }

/** Null when Caddy is not installed. The certificate is of an authority in a temporary folder that no one trusts. */
export async function openHttp2Proxy(serverUrl: string): Promise<Proxy | null> {
  const port = await freePort()
  const url = `https://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-bench-caddy-'))
  const file = join(folder, 'Caddyfile')
  await writeFile(file, caddyfile(url, serverUrl, folder))
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: 'ignore',
  })
  const ended = new Promise<'ended'>((done) =>
    caddy.once('error', () => done('ended')).once('exit', () => done('ended')),
  )
  const close = async () => {
    if (caddy.pid !== undefined && caddy.exitCode === null && caddy.kill()) await once(caddy, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  if ((await Promise.race([ended, answers(url)])) === 'ready') return { url, close }
  await close()
  return null
}

function caddyfile(url: string, serverUrl: string, folder: string): string {
  return `{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system ${folder}
	log {
		level ERROR
	}
	servers {
		protocols h1 h2
	}
}
${url} {
	bind 127.0.0.1
	tls internal
	reverse_proxy ${new URL(serverUrl).host}
}
`
}

async function answers(url: string): Promise<'ready' | 'ended'> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    const isOpen = await new Promise<boolean>((done) => {
      request(url, { rejectUnauthorized: false }, (response) => done(response.resume().statusCode === 200))
        .on('error', () => done(false))
        .end()
    })
    if (isOpen) return 'ready'
    await sleep(100)
  }
  return 'ended'
}
