import { detailList } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetails } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetail } from '../../../domain/payments/payment-fields.ts'
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/pool.ts'
import { withSystemScope } from '../../db/scope.ts'
import { open, seal } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { paymentDetailsPlace } from '../../db/encryption/sealed-columns.ts'
import { openAccount } from './queries.ts'
import type { AccountRow } from './queries.ts'

/** Freezes the details of an account in a trade that is being opened; later changes of the account do not reach it. */
export async function copyToTrade(
  tx: Tx,
  keyring: Keyring,
  { tradeId, sellerId, account }: { tradeId: string; sellerId: string; account: AccountRow },
): Promise<void> {
  const details = Buffer.from(JSON.stringify(openAccount(keyring, account)))
  const sealed = seal(keyring, paymentDetailsPlace(tradeId), details)
  // The moment is copied in the database, which knows it to the microsecond; a buyer who opens the trade sees no account.
  await withSystemScope(tx, 'payment details', () =>
    sql`
      insert into trade_payment_details (trade_id, seller_id, account_id, account_version, account_changed_at, sealed)
      select ${tradeId}, ${sellerId}, id, version, changed_at, ${sealed}
      from payment_accounts where id = ${account.id} and version = ${account.version}`.execute(tx),
  )
}

/** The frozen details of a trade, in the order of the form. */
export function openCopy(keyring: Keyring, tradeId: string, sealed: Buffer): PaymentDetail[] {
  const details = JSON.parse(open(keyring, paymentDetailsPlace(tradeId), sealed).toString()) as PaymentDetails
  return detailList(details)
}
