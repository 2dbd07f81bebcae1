/** Each component test begins in a tab without drafts, and leaves it at the site: the next file runs in the same one. */
import { afterEach, beforeEach } from 'vitest'

beforeEach(() => sessionStorage.clear())

afterEach(() => {
  if (location.origin === 'null') throw new Error('the test has left the page')
})
