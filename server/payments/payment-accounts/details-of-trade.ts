import { detailList } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetails } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetail } from '../../../domain/payments/payment-fields.ts'
import { open, seal } from '../../db/encryption/envelope.ts'
import type { Keyring } from '../../db/encryption/keyring.ts'
import { paymentDetailsPlace } from '../../db/encryption/sealed-columns.ts'
import { openAccount } from './queries.ts'
import type { LockedAccount } from './queries.ts'

/** The details of an account, sealed for a trade that is being opened; later changes of the account do not reach it. */
export function sealForTrade(keyring: Keyring, tradeId: string, account: LockedAccount): Buffer {
  const details = Buffer.from(JSON.stringify(openAccount(keyring, account)))
  return seal(keyring, paymentDetailsPlace(tradeId), details)
}

/** The frozen details of a trade, in the order of the form. */
export function openCopy(keyring: Keyring, tradeId: string, sealed: Buffer): PaymentDetail[] {
  const details = JSON.parse(open(keyring, paymentDetailsPlace(tradeId), sealed).toString()) as PaymentDetails
  return detailList(details)
}
