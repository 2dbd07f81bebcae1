/** Each component test begins in a tab without drafts. */
import { beforeEach } from 'vitest'

beforeEach(() => sessionStorage.clear())
