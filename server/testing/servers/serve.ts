/** The server alone, without the web client's build: what `startServerProcess` runs. */
import { stopWithParent } from '../../../scripts/stop-with-parent.ts'
import { main } from '../../main.ts'

stopWithParent()
await main()
