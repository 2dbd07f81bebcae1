import '@vitejs/plugin-react/preamble'
import { allowReactsScripts } from './layout/document/trusted-types.ts'

allowReactsScripts()
void open()

/** Runs each script that the page names in a task of its own: in one task, they would keep a press waiting. */
async function open(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    await import(/* @vite-ignore */ href)
    await new Promise((done) => setTimeout(done))
  }
  const { start } = await import('./start.tsx')
  await start()
}
