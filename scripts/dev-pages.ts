/** The web client's development server: Vite, and the pages without their data, rendered as a build renders them. */
import { createServer } from 'vite'
import type { Pages } from '../web/entry.server.tsx'

type Bundle = { openPages: (manifest: null) => Promise<Pages> }

const vite = await createServer({ server: { port: Number(process.env.WEB_PORT ?? 5173), strictPort: true } })
// After Vite's own, which answer for its files and pass /api on.
vite.middlewares.use((request, response, next) => {
  render(request.originalUrl ?? '/')
    .then((html) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html))
    .catch((error: unknown) => {
      if (error instanceof Error) vite.ssrFixStacktrace(error)
      next(error)
    })
})
await vite.listen()
vite.printUrls()

/** Loads the changed modules again. */
async function render(url: string): Promise<string> {
  const { openPages } = (await vite.ssrLoadModule('/web/entry.server.tsx')) as Bundle
  const { renderEmpty } = await openPages(null)
  return (await renderEmpty(new URL(url, 'http://localhost'))).join('')
}
