/** A component test fails when the console shows an error meanwhile, as a story does: React's warnings are errors there. */
import { format } from 'node:util'
import { beforeEach } from 'vitest'

/** happy-dom does not know the element, which browsers do. */
const EXPECTED = /^The tag <search> is unrecognized in this browser/

beforeEach(({ onTestFinished }) => {
  const found: string[] = []
  const print = console.error
  console.error = (...parts: unknown[]) => {
    const message = format(...parts)
    if (EXPECTED.test(message)) return
    found.push(message)
    print(...parts)
  }
  // Registered first, so it runs last: after what was rendered is unmounted.
  onTestFinished(() => {
    console.error = print
    if (found.length > 0) throw new Error(`the console has errors:\n${found.join('\n')}`)
  })
})
