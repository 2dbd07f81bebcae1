import type { OfferInput } from '../../domain/offers/offer-form.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'

/**
 * The form as the viewer sent it. A team member chooses no payment account: an offer to sell keeps the one that it has, or gets the
 * owner's default account of its method. Null where the owner has none, which is refused with `payment_account_required`.
 */
export async function withAccountOfOwner<Input extends Pick<OfferInput, 'type' | 'paymentMethod' | 'paymentAccountId'>>(
  tx: Tx,
  { id: ownerId, member }: Viewer,
  input: Input,
  offerId: string | null = null,
): Promise<Input> {
  if (!member || input.type === 'buy') return input
  const { rows } = await sql<{ id: string }>`
    select a.id from payment_accounts a
    where a.user_id = ${ownerId} and a.payment_method = ${input.paymentMethod}
    order by exists (select from offers where id = ${offerId} and payment_account_id = a.id) desc, a.is_default desc
    limit 1`.execute(tx)
  return { ...input, paymentAccountId: rows[0]?.id ?? null }
}
