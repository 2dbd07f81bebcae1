/** One for the page, since a browser allows few. */
let context: AudioContext | undefined

/** Two short notes, in hertz and seconds. */
const NOTES = [
  { pitch: 660, from: 0, to: 0.14 },
  { pitch: 880, from: 0.14, to: 0.34 },
]
const VOLUME = 0.18
/** A browser that blocks sound leaves the promise of `resume` open until the next press. */
const RESUME_MS = 300
/** Several tabs hear of one event within this time. */
const ALONE_MS = 5000

/** Plays the tone. False where the browser blocks sound until the page is pressed, or has none. */
export async function playTone(): Promise<boolean> {
  if (!(await allowTone())) return false
  for (const note of NOTES) playNote(context!, note)
  return true
}

/** Plays the tone for an event that every open tab hears of, in one of the tabs. */
export async function playToneOnce(event: string): Promise<boolean> {
  // A tab that may not play leaves the event to the others.
  if (!(await allowTone())) return false
  // Only secure addresses have locks.
  const locks = navigator.locks as LockManager | null | undefined
  if (!locks) return playTone()
  void locks.request(`tone for ${event}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await playTone()
    await new Promise((done) => setTimeout(done, ALONE_MS))
  })
  return true
}

/** Called in an answer to a press, it allows tones from then on. */
export async function allowTone(): Promise<boolean> {
  if (!('AudioContext' in window)) return false
  // Made before the first press, it would be reported as blocked in the console.
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return false
  context ??= new AudioContext()
  const resumed = context.resume().catch(() => {})
  if (context.state !== 'running') await Promise.race([resumed, new Promise((done) => setTimeout(done, RESUME_MS))])
  return isRunning(context)
}

/** Read again: the state has changed while it was awaited. */
function isRunning({ state }: AudioContext): boolean {
  return state === 'running'
}

function playNote(on: AudioContext, { pitch, from, to }: (typeof NOTES)[number]): void {
  const [start, end] = [on.currentTime + from, on.currentTime + to]
  const [source, volume] = [on.createOscillator(), on.createGain()]
  source.frequency.value = pitch
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(VOLUME, start + 0.02)
  volume.gain.linearRampToValueAtTime(0, end)
  source.connect(volume).connect(on.destination)
  source.start(start)
  source.stop(end)
}
