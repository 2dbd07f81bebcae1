/** Texts that a user alone, or few others, may read: each is planted in one private field, and is looked for in every answer. */
import type { ActorName } from './actor-names.ts'

export type Canary = {
  text: string
  /** What it is, for the report: the field and its owner. */
  what: string
  readers: readonly ActorName[]
}

export type Canaries = {
  /** A new text for a private field that only `readers` may read. */
  plant(what: string, readers: readonly ActorName[]): string
  /** The same for a text that exists already, for example an email address. */
  watch(what: string, text: string, readers: readonly ActorName[]): void
  /** What of others an answer to `reader` contains; a text of the request itself may come back. */
  foundIn(answer: string, reader: ActorName, request: string): string[]
}

const LENGTH = 12
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

export function createCanaries(): Canaries {
  const planted: Canary[] = []
  const watch = (what: string, text: string, readers: readonly ActorName[]) => {
    planted.push({ what, text, readers })
  }
  return {
    plant(what, readers) {
      const text = `Zq${randomText()}`
      watch(what, text, readers)
      return text
    },
    watch,
    foundIn: (answer, reader, request) =>
      planted
        .filter(({ text, readers }) => !readers.includes(reader) && answer.includes(text) && !request.includes(text))
        .map(({ what }) => what),
  }
}

/** Only of the Latin alphabet, which every name, bank and note accepts. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
