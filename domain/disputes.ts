/** When a paid trade can be disputed (decisions: Trades). Disputes are being built; the pages name their window from here. */

/** A dispute can be opened until this long after the trade opened. */
export const DISPUTE_WINDOW_HOURS = 24
