/** When a paid trade can be disputed (decisions: Trades). Disputes are not built yet; the pages state their window from here. */

/** A dispute can be opened until this long after the trade was opened. */
export const DISPUTE_WINDOW_HOURS = 24
