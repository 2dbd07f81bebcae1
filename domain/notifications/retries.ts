/** A mail, a notification or a webhook's delivery that could not be sent is attempted again for this long. */
export const RETRY_HOURS = 24
