/** The ids, versions and cursors that answers contained, by the caller who got them: later calls use them, also those of others. */
import type { Endpoint } from '../../../domain/api/endpoint.ts'
import type { Random } from '../random.ts'
import type { Actors } from './actors.ts'
import type { ActorName } from './actor-names.ts'

/** The parameter that takes the ids of the entries of such a list, or of what the endpoint with this part in its address makes. */
const KINDS: Readonly<Record<string, string>> = {
  offers: 'offerId',
  'my-offers': 'offerId',
  'open-offers': 'offerId',
  trades: 'tradeId',
  quotes: 'quoteId',
  messages: 'messageId',
  files: 'fileId',
  images: 'imageId',
  'payment-accounts': 'accountId',
  accounts: 'accountId',
  keys: 'keyId',
  'offer-templates': 'templateId',
  templates: 'templateId',
  'quick-replies': 'replyId',
  replies: 'replyId',
  'saved-searches': 'searchId',
  searches: 'searchId',
  members: 'membershipId',
  teams: 'membershipId',
  reports: 'reportId',
  ratings: 'ratingId',
  rehearsals: 'rehearsalId',
  mails: 'mailId',
  sessions: 'sessionId',
  passkeys: 'passkeyId',
  identities: 'identityId',
  users: 'userId',
  deliveries: 'deliveryId',
  notifications: 'notificationId',
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const KEPT = 12

export type Ids = {
  /** One that the caller has seen, mostly a late one; else one of another caller. Undefined where there is none. */
  own(kind: string, actor: ActorName): string | undefined
  /** One that any caller has seen. */
  any(kind: string): string | undefined
  /** Of a trade its status, of an offer its version, as last answered. */
  stateOf(id: string): string | number | undefined
  take(actor: ActorName, endpoint: Endpoint, answer: unknown): void
}

export function createIds(begun: Actors['ids'], random: Random): Ids {
  const seen = new Map<string, string[]>()
  const states = new Map<string, string | number>()
  const placeOf = (kind: string, actor: ActorName) => `${kind} ${actor}`
  const add = (kind: string, actor: ActorName, id: string) => {
    const place = placeOf(kind, actor)
    const others = (seen.get(place) ?? []).filter((known) => known !== id)
    seen.set(place, [...others.slice(-KEPT), id])
  }
  for (const [kind, byActor] of Object.entries(begun))
    for (const [actor, ids] of Object.entries(byActor)) for (const id of ids) add(kind, actor as ActorName, id)

  const any = (kind: string) => {
    const lists = [...seen].filter(([place]) => place.startsWith(`${kind} `)).map(([, ids]) => ids)
    return lists.length === 0 ? undefined : random.pick(random.pick(lists))
  }
  return {
    any,
    own(kind, actor) {
      const ids = seen.get(placeOf(kind, actor))
      if (!ids) return any(kind)
      return random.chance(0.4) ? ids.at(-1) : random.pick(ids)
    },
    stateOf: (id) => states.get(id),
    take(actor, endpoint, answer) {
      const parts = endpoint.path.split('/')
      const made = kindAt(parts)
      const left: { value: unknown; kind: string | undefined; name: string }[] = [
        { value: answer, kind: made, name: '' },
      ]
      for (let next = left.pop(); next; next = left.pop()) {
        const { value, kind, name } = next
        if (typeof value === 'string') {
          if (/cursor$/i.test(name)) add(`cursor of ${endpoint.path}`, actor, value)
          else if (UUID.test(value) && (name === 'id' ? kind : name.endsWith('Id')))
            add(name === 'id' ? kind! : name, actor, value)
        }
        if (typeof value !== 'object' || value === null) continue
        const { id, status, version } = value as { id?: unknown; status?: unknown; version?: unknown }
        if (typeof id === 'string' && kind === 'tradeId' && typeof status === 'string') states.set(id, status)
        if (typeof id === 'string' && kind === 'offerId' && typeof version === 'number') states.set(id, version)
        for (const [key, part] of Object.entries(value)) {
          const isEntry = Array.isArray(value)
          left.push({
            value: part,
            kind: isEntry ? kind : (KINDS[key] ?? (key === 'id' ? kind : undefined)),
            name: key,
          })
        }
      }
    },
  }
}

/** What the answer's own id is one of: of the last part of the address, or of its last parameter. */
function kindAt(parts: readonly string[]): string | undefined {
  const last = parts.at(-1) ?? ''
  if (KINDS[last]) return KINDS[last]
  return parts.findLast((part) => part.startsWith(':'))?.slice(1)
}
