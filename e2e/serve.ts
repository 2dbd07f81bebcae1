/** The product as deployed, for the stories: a production build behind the real server. */
import { buildWeb } from '../scripts/build.ts'
import { stopWithParent } from '../scripts/stop-with-parent.ts'
import { main } from '../server/main.ts'

stopWithParent()
await buildWeb()
await main()
