/** What the page says of codes: why terms or a file are refused, what a call does, and why the chain refused it. */
import type { TermRefusal } from '../../domain/escrow/check-terms.ts'
import type { PossibleCall } from '../../domain/escrow/possible-calls.ts'
import type { RecoveryRefusal } from '../../domain/escrow/recovery-file.ts'
import type { WalletTrouble } from '../accounts/identities/wallet.ts'
import type { ChainTrouble } from './chain.ts'

export const FILE_TEXTS: Record<RecoveryRefusal, string> = {
  not_json: /*i18n*/ 'This is not a recovery file.',
  format: /*i18n*/ 'This is not a recovery file, or one of a newer version of this page.',
  terms: /*i18n*/ 'A term in the file is missing or malformed.',
  trade_id: /*i18n*/ 'The terms in the file were changed: they do not lead to its trade.',
  pocket: /*i18n*/ 'The terms in the file were changed: they do not lead to its address.',
  signature: /*i18n*/ 'A signature in the file is not of the party it names.',
}

export const TERM_TEXTS: Record<TermRefusal, string> = {
  wrong_chain: /*i18n*/ 'The terms are for another network.',
  token_without_code: /*i18n*/ 'There is no token at the address in the terms.',
  unit: /*i18n*/ 'The decimals in the terms are not those of the token.',
  amount: /*i18n*/ 'The amount is zero or too large.',
  zero_key: /*i18n*/ 'A key of a party is missing.',
  repeated_key: /*i18n*/ 'One key has two roles.',
  contract_key: /*i18n*/ 'A party’s key is a contract, which could take back what it signed.',
  party_in_tribunal: /*i18n*/ 'A party is one of the arbiters.',
  zero_payee: /*i18n*/ 'A payout address is missing.',
  bad_payee: /*i18n*/ 'A payout address is one of the escrow’s own.',
  blocked: /*i18n*/ 'The token’s issuer has blocked a payout address or the address of the deposit.',
  fee: /*i18n*/ 'The fee is above what the escrow contract allows, or has no recipient.',
  pay_by: /*i18n*/ 'The payment window is too short or too long.',
  challenge: /*i18n*/ 'The time to answer a refund request is too short or too long.',
  final_at: /*i18n*/ 'The last deadline is too early or too late.',
  settled: /*i18n*/ 'The trade was settled before.',
}

export const CHAIN_TEXTS: Record<ChainTrouble, string> = {
  unreachable: /*i18n*/ 'The network’s address does not answer. Check it, or try another one.',
  other_chain: /*i18n*/ 'This address belongs to another network than the trade.',
  no_hub: /*i18n*/ 'The escrow contract is not on this network.',
  refused: /*i18n*/ 'The network refused the call.',
}

export const WALLET_TEXTS: Record<WalletTrouble, string> = {
  none: /*i18n*/ 'No wallet was found in this browser. A private key can send the call as well.',
  refused: /*i18n*/ 'The wallet refused.',
  busy: /*i18n*/ 'An earlier request is still open in the wallet.',
  chain_missing: /*i18n*/ 'The wallet does not have this network. Add it there first.',
  failed: /*i18n*/ 'The wallet did not send the call.',
}

/** What is sent; of payments the amounts stand below. */
export const MOVE_TEXTS: Record<PossibleCall['move'], string> = {
  settle: /*i18n*/ 'Settle by the two votes in the file',
  requestRefund: /*i18n*/ 'Ask for a refund: the buyer then has time to answer',
  claimPaid: /*i18n*/ 'Answer that the payment was sent: this stops a refund by time',
  executeRefund: /*i18n*/ 'Carry out the refund that was not answered',
  expire: /*i18n*/ 'Return the deposit to the seller after the last deadline',
  payHeld: /*i18n*/ 'Send a payment that failed before once more',
  redirectHeld: /*i18n*/ 'Send a payment that failed before to another address',
  sweep: /*i18n*/ 'Send what arrived after the settlement to the seller',
  rescue: /*i18n*/ 'Send what arrived by mistake to the address that the seller signed',
}
