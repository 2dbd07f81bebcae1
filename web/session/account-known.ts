import { choice } from './choice.ts'

/** Whether someone has ever signed in with this browser: those who have not are led to the sign-up first. */
export const accountKnown = choice('account', ['no', 'yes'], 'no')
