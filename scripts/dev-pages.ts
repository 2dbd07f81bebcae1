/** The web client's development server: Vite, and the pages without their data, rendered as a build renders them. */
import { createServer, type ViteDevServer } from 'vite'
import type { Pages } from '../web/entry.server.tsx'

type Bundle = { openPages: (manifest: null) => Promise<Pages> }

const vite = await createServer({
  server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true },
  // A hook, since Vite replaces its middlewares when its configuration changes.
  plugins: [{ name: 'pages', configureServer: (server) => () => answerWithPages(server) }],
})
await vite.listen()
vite.printUrls()

/** After Vite's own middlewares, which answer for its files and pass /api on. */
function answerWithPages(server: ViteDevServer): void {
  server.middlewares.use((request, response, next) => {
    render(server, request.originalUrl ?? '/')
      .then((html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
      .catch((error: unknown) => {
        if (error instanceof Error) server.ssrFixStacktrace(error)
        next(error)
      })
  })
}

/** Loads the changed modules again. */
async function render(server: ViteDevServer, url: string): Promise<string> {
  const { openPages } = (await server.ssrLoadModule('/web/entry.server.tsx')) as Bundle
  const { renderEmpty } = await openPages(null)
  return (await renderEmpty(new URL(url, 'http://localhost'))).join('')
}
