import { choice } from './choice.ts'

/** Whether single keys act on the lists of offers. */
export const shortcuts = choice('shortcuts', ['on', 'off'], 'on')
