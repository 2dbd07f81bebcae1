/** Preloaded into a process (`node --import`): writes the address of each module that it loads to the file LOADED_MODULES. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
    return next(url, context)
  },
})
