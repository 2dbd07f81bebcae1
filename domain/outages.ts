/** Outages of the platform (spec-coverage 14 Admin): while one is open no deadline of a trade or dispute passes, and no trade is opened. */

/** The short name of an outage in the audit log. */
export function outageReference(outageId: string): string {
  return `O-${outageId.slice(0, 8).toUpperCase()}`
}

/** The latest outages on the admins' page. */
export const OUTAGES_LISTED = 20
