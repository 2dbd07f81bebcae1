import { choice } from '../../session/choice.ts'

/** Whether this browser plays a tone in the trade room. */
export const sound = choice('trade-sound', ['off', 'on'], 'off')
