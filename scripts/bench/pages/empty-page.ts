/**
 * An empty page of the same stack: the product's head (fonts, style sheet, first script) and React, React Router and the
 * query client around one heading. What it costs is what no page of the stack can go below.
 */
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const CONTENT = '<main><h1>An empty page</h1><p>0 TND</p></main>'

const ENTRY = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement as h, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

function EmptyPage() {
  return h('main', null, h('h1', null, 'An empty page'), h('p', null, '0 TND'))
}

const router = createBrowserRouter([{ path: '*', element: h(EmptyPage) }])
const provider = h(QueryClientProvider, { client: new QueryClient() }, h(RouterProvider, { router }))
hydrateRoot(document.getElementById('root'), h(StrictMode, null, provider))
`

type EmptyPage = { url: string; close(): Promise<void> }

/** Serves the empty page; every other file comes from the product's server. */
export async function openEmptyPage(serverUrl: string): Promise<EmptyPage> {
  const landing = await (await fetch(serverUrl)).text()
  const script = compressed(await bundle())
  const page = compressed(pageWithHeadOf(landing))
  const server = createServer((incoming, response) => {
    const { url = '/', method, headers } = incoming
    const own = url === '/' ? page : url === '/entry.js' ? script : null
    if (own === null) {
      const { hostname, port } = new URL(serverUrl)
      const passed = request({ hostname, port, path: url, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => response.destroy())
      incoming.pipe(passed)
      return
    }
    const type = own === page ? 'text/html' : 'text/javascript'
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' }).end(own)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bundle(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sarraf-bench-empty-'))
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'entry.js'), ENTRY)
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: { write: false, modulePreload: false, rolldownOptions: { input: join(folder, 'entry.js') } },
    })
    const [output] = [built].flat()
    if (!output || !('output' in output) || output.output.length !== 1)
      throw new Error('the empty page is not one file')
    return output.output[0].code
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The links to the product's style sheet and fonts, its inline styles and its classic scripts, without the modules. */
function pageWithHeadOf(landing: string): string {
  const kept = landing.match(
    /<link (?=[^>]*(?:rel="stylesheet"|as="font"))[^>]*>|<style[\s\S]*?<\/style>|<script (?![^>]*type=)[^>]*src="[^"]*"[^>]*><\/script>/g,
  )
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>An empty page</title><meta name="description" content="An empty page"><link rel="modulepreload" fetchpriority="low" href="/entry.js">
${(kept ?? []).join('\n')}</head><body><div id="root">${CONTENT}</div><script type="module" src="/entry.js"></script></body></html>`
}

function compressed(text: string): Buffer {
  return brotliCompressSync(text)
}
