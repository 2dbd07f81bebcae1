import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** A whole collection, before it returns; what it sets free can hold further objects, which the next one frees. */
export const collectGarbage = runInNewContext('gc') as () => void
