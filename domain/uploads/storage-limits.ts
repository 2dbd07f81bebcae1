/**
 * How much users may store in 24 hours, in megabytes: chat pictures, avatars, files of trades, and the parts in which they are sent
 * (decisions: Chat). An account without a completed trade, which costs nothing to make, has much less.
 */
import { FILE_MAX_BYTES } from '../trades/evidence.ts'

export const MEGABYTE = 1024 * 1024
export const STORED_MB_PER_DAY = 400
export const STORED_MB_PER_DAY_OF_NEW_TRADER = 40
/** Of all users of a network: those who have traded, and those who have not, counted apart. */
export const STORED_MB_PER_DAY_OF_NETWORK = 2000
export const STORED_MB_PER_DAY_OF_NEW_TRADERS_OF_NETWORK = 200
/**
 * What a user with an open trade can always store for its proofs and evidence, whatever else the user or the network has stored: two
 * files of the largest size, each with its parts.
 */
export const TRADE_FILES_MB_PER_DAY = (2 * 2 * FILE_MAX_BYTES) / MEGABYTE
