import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { OfferInput } from '../../domain/offers/offer-form.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'

/**
 * The form as the viewer sent it. A team member chooses no payment account: an offer to sell keeps those that it has, or gets the
 * owner's default account of each method. Null where the owner has none, which is refused with `payment_account_required`.
 */
export async function withAccountsOfOwner<
  Input extends Pick<OfferInput, 'type' | 'paymentMethods' | 'paymentAccountIds'>,
>(tx: Tx, { id: ownerId, member }: Viewer, input: Input, offerId: string | null = null): Promise<Input> {
  if (!member || input.type === 'buy') return input
  const { rows } = await sql<{ id: string; method: PaymentMethod }>`
    select distinct on (a.payment_method) a.id, a.payment_method as method from payment_accounts a
    where a.user_id = ${ownerId} and a.payment_method = any(${input.paymentMethods}::text[])
    order by a.payment_method, exists (
      select from offer_methods where offer_id = ${offerId} and payment_account_id = a.id) desc, a.is_default desc`.execute(
    tx,
  )
  const idOf = new Map(rows.map(({ id, method }) => [method, id]))
  return { ...input, paymentAccountIds: input.paymentMethods.map((method) => idOf.get(method) ?? null) }
}
