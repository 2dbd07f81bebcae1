/** The name of the browser's cache that public/sw.js reads when the server cannot be reached. */
export const KEPT_TRADES = 'open-trades'
export const SERVICE_WORKER = '/sw.js'
