/** Fills a body with what the call is about, so that it can succeed: ids, versions and statuses as last answered, passwords. */
import type { Json } from '../../http/openapi/json.ts'
import type { Random } from '../random.ts'
import type { Caller } from '../accounts/users.ts'
import { reauthenticationOf } from '../accounts/factors.ts'
import type { ActorName } from './actor-names.ts'
import type { Ids } from './ids.ts'

type Filling = {
  actor: ActorName
  name: string
  /** The parameters in the address. */
  known: Record<string, string>
  ids: Ids
  random: Random
  /** The caller's own account; of an API key, its owner's. */
  user: Caller | null
  sellerId: string
  arbiterId: string
}

export function fillBody(body: Json, filling: Filling): Json {
  const { name, user, known, ids } = filling
  if (name === 'reauthenticate' && user) return reauthenticationOf(user)
  const filled = filledIn(body, filling) as Json
  const { tradeId, offerId } = known
  if (tradeId !== undefined && 'seenStatus' in filled) filled.seenStatus = ids.stateOf(tradeId) ?? filled.seenStatus
  if (offerId !== undefined && 'seenVersion' in filled) filled.seenVersion = ids.stateOf(offerId) ?? filled.seenVersion
  return filled
}

function filledIn(value: unknown, filling: Filling): unknown {
  if (Array.isArray(value)) return value.map((entry) => filledIn(entry, filling))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fieldOf(name, part, filling) ?? filledIn(part, filling)]),
  )
}

/** Undefined where the field is no such one. */
function fieldOf(field: string, value: unknown, { actor, name, ids, user, sellerId, arbiterId }: Filling): unknown {
  switch (field) {
    case 'ownerId':
      return actor === 'member' ? sellerId : value
    case 'arbiterId':
      return arbiterId
    case 'username':
      // Of the calls that end an account, only those of the leaver are right.
      if (name === 'deleteAccount') return actor === 'leaver' ? user?.username : value
      return name === 'inviteTeamMember' || name === 'sendReport' ? ids.any('username') : value
    case 'email':
      return name.startsWith('signIn') || name === 'forgotPassword' ? (user?.email ?? value) : value
    case 'password':
      return name === 'signIn' ? user?.password : value
    case 'currentPassword':
      return user?.password
    case 'paymentAccountIds':
      return Array.isArray(value) && value.length > 0 ? [ids.own('accountId', actor)] : value
    case 'paymentAccountId':
      return ids.own('accountId', actor)
    case 'proofId':
      // `send` makes a proof that has the trade's id.
      return name === 'markPaid' ? value : (ids.own('fileId', actor) ?? value)
    case 'quoteId':
    case 'offerId':
    case 'ratingId':
      return ids.own(field, actor)
    case 'ids':
      return [ids.own('notificationId', actor) ?? crypto.randomUUID()]
    default:
      return undefined
  }
}
