/** The times of the event stream, which the server and the page share. */

/** Between two signs of life of a quiet stream. Many proxies close a connection after a minute of silence. */
export const BEAT_SECONDS = 20
/** A stream that was silent for this long is dead: two beats are missing. */
export const SILENCE_SECONDS = 45
/** A stream that has not begun this long after its request is buffered by a proxy between browser and server. */
export const GREETING_SECONDS = 10
