/** Every sealed column whose values are kept, for the command that wraps its data keys again (scripts/rotate-keys.ts). */
import { accountIdentity } from '../../../domain/payments/payment-accounts.ts'
import type { PaymentDetails } from '../../../domain/payments/payment-accounts.ts'
import type { Place } from './envelope.ts'

export type SealedColumn = {
  /** As the command's progress names it. */
  name: string
  table: string
  column: string
  /** The primary key, in whose order the command reads. */
  key: string
  keyType: 'uuid' | 'text'
  /** The `id` of the value's place, as an SQL expression. */
  id: string
  /** What the row's column `fingerprint` is of, from the opened value; null where it is of nothing. */
  fingerprintOf?: (plain: Buffer) => string | null
}

/** What the fingerprint of a Telegram chat is of. */
export const telegramIdentity = (chatId: string): string => `telegram ${chatId}`

const identityOf = (plain: Buffer) => accountIdentity(JSON.parse(plain.toString()) as PaymentDetails)

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    name: 'authenticator apps',
    table: 'totps',
    column: 'sealed',
    key: 'user_id',
    keyType: 'uuid',
    id: 'user_id::text',
  },
  { name: 'signing keys', table: 'signing_keys', column: 'sealed', key: 'kid', keyType: 'text', id: 'kid' },
  {
    name: 'keys of push notifications',
    table: 'vapid_keys',
    column: 'sealed',
    key: 'public_key',
    keyType: 'text',
    id: 'public_key',
  },
  {
    name: 'secrets of webhooks',
    table: 'webhooks',
    column: 'sealed',
    key: 'key_id',
    keyType: 'uuid',
    id: 'key_id::text',
  },
  {
    name: 'Telegram chats',
    table: 'telegram_chats',
    column: 'sealed',
    key: 'user_id',
    keyType: 'uuid',
    id: 'user_id::text',
    fingerprintOf: (plain) => telegramIdentity((JSON.parse(plain.toString()) as { chatId: string }).chatId),
  },
  {
    name: 'keys of suspended addresses',
    table: 'suspended_email_keys',
    column: 'sealed',
    key: 'id',
    keyType: 'uuid',
    id: 'id::text',
  },
  {
    name: 'payment accounts',
    table: 'payment_accounts',
    column: 'sealed',
    key: 'id',
    keyType: 'uuid',
    id: "id::text || ':' || version",
    fingerprintOf: identityOf,
  },
  {
    name: 'payment details',
    table: 'trade_payment_details',
    column: 'sealed',
    key: 'trade_id',
    keyType: 'uuid',
    id: 'trade_id::text',
    fingerprintOf: identityOf,
  },
  {
    name: 'declared payers',
    table: 'payer_declarations',
    column: 'sealed',
    key: 'id',
    keyType: 'uuid',
    id: "trade_id::text || ':' || seq",
  },
  {
    name: 'checked payers',
    table: 'payer_checks',
    column: 'sealed',
    key: 'id',
    keyType: 'uuid',
    id: "trade_id::text || ':' || number",
  },
  {
    name: 'files of trades',
    table: 'evidence_files',
    column: 'data_key',
    key: 'id',
    keyType: 'uuid',
    id: 'id::text',
  },
  {
    name: 'objects in the store',
    table: 'stored_objects',
    column: 'data_key',
    key: 'id',
    keyType: 'uuid',
    id: 'id::text',
  },
]

export const totpPlace = (userId: string): Place => ({ table: 'totps', column: 'sealed', id: userId })
export const signingKeyPlace = (kid: string): Place => ({ table: 'signing_keys', column: 'sealed', id: kid })
export const vapidKeyPlace = (publicKey: string): Place => ({ table: 'vapid_keys', column: 'sealed', id: publicKey })
export const webhookPlace = (keyId: string): Place => ({ table: 'webhooks', column: 'sealed', id: keyId })
export const telegramChatPlace = (userId: string): Place => ({ table: 'telegram_chats', column: 'sealed', id: userId })
export const suspendedEmailKeyPlace = (id: string): Place => ({ table: 'suspended_email_keys', column: 'sealed', id })
/** A value of an earlier version does not open in a later one. */
export const paymentAccountPlace = (id: string, version: number): Place => ({
  table: 'payment_accounts',
  column: 'sealed',
  id: `${id}:${version}`,
})
export const paymentDetailsPlace = (tradeId: string): Place => ({
  table: 'trade_payment_details',
  column: 'sealed',
  id: tradeId,
})
/** The column of the wrapped data key: the ciphertext is in another one. */
export const evidenceFilePlace = (id: string): Place => ({ table: 'evidence_files', column: 'data_key', id })
/** The same of an object in an S3-compatible store. */
export const storedObjectPlace = (id: string): Place => ({ table: 'stored_objects', column: 'data_key', id })
/** Not among SEALED_COLUMNS: a part is kept for an hour, and one that no key opens is sent again. */
export const uploadPartPlace = (userId: string, uploadId: string, number: number): Place => ({
  table: 'upload_parts',
  column: 'sealed',
  id: `${userId}:${uploadId}:${number}`,
})
/** The name that the buyer declared with the payment mark of that event. */
export const payerDeclarationPlace = (tradeId: string, seq: number): Place => ({
  table: 'payer_declarations',
  column: 'sealed',
  id: `${tradeId}:${seq}`,
})
export const payerCheckPlace = (tradeId: string, number: number): Place => ({
  table: 'payer_checks',
  column: 'sealed',
  id: `${tradeId}:${number}`,
})
