/** Texts that a user alone, or few others, may read: each is planted in one private field, and is looked for in every answer. */
import type pg from 'pg'
import type { ActorName } from './actor-names.ts'

export type Canary = {
  text: string
  /** What it is, for the report: the field and its owner. */
  what: string
  readers: readonly ActorName[]
  /** Whose it is: a user who acts for that one may read it as well. */
  ownerId?: string
  /** And so may each user who trades with the owner. */
  isForPartners?: boolean
}

type Sharing = Pick<Canary, 'ownerId' | 'isForPartners'>

export type Canaries = {
  /** A new text for a private field that only `readers` may read. */
  plant(what: string, readers: readonly ActorName[], sharing?: Sharing): string
  /** The same for a text that exists already, for example an email address. */
  watch(what: string, text: string, readers: readonly ActorName[], sharing?: Sharing): void
  /** What of others an answer to `reader` contains; a text of the request itself may come back. */
  foundIn(answer: string, reader: ActorName, request: string): Canary[]
}

const LENGTH = 12
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

export function createCanaries(): Canaries {
  const planted: Canary[] = []
  const watch: Canaries['watch'] = (what, text, readers, sharing = {}) => {
    planted.push({ what, text, readers, ...sharing })
  }
  return {
    plant(what, readers, sharing) {
      const text = `Zq${randomText()}`
      watch(what, text, readers, sharing)
      return text
    },
    watch,
    foundIn: (answer, reader, request) =>
      planted.filter(
        ({ text, readers }) => !readers.includes(reader) && answer.includes(text) && !request.includes(text),
      ),
  }
}

/** Whether the user came to act for the owner, or to trade with the owner, by calls of the round. */
export async function isSharedWith(
  owner: pg.Pool,
  { ownerId, isForPartners = false }: Canary,
  userId: string | null,
): Promise<boolean> {
  if (ownerId === undefined || userId === null) return false
  const { rows } = await owner.query<{ isShared: boolean }>(
    `select $3 and exists (select from trades where (buyer_id, seller_id) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)))
       or exists (select from sessions where user_id = $1 and acting_for = $2) as "isShared"`,
    [userId, ownerId, isForPartners],
  )
  return rows[0]?.isShared ?? false
}

/** Only of the Latin alphabet, which every name, bank and note accepts. */
function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH))
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
