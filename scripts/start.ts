import { main } from '../server/main.ts'
import { buildWeb } from './build.ts'
import { stopWithParent } from './stop-with-parent.ts'

/**
 * `npm start`: builds the web client when its sources have changed, prepares the database beside it, then serves everything until stopped.
 * With --api-only the web client is left as it is (`npm run dev` serves it from its sources).
 */
if (process.env.npm_lifecycle_event) stopWithParent()
await main(process.argv.includes('--api-only') ? undefined : () => buildWeb())
