/**
 * Files that prove something in a trade: the buyer's proof of payment, and what each side shows in a dispute (decisions: Trades).
 * Who may add which file when is a table, which the database holds as `evidence_rules`; a test compares the two.
 */
import type { ErrorCode } from '../errors.ts'
import type { PartyRole, TradeAction, TradeStatus } from './trades.ts'

export const FILE_PURPOSES = ['payment_proof', 'dispute_evidence'] as const
export type FilePurpose = (typeof FILE_PURPOSES)[number]

/** As stored: a picture is encoded again, a PDF is cut to the document and never rendered. */
export const FILE_TYPES = ['image/webp', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** What a user may upload. */
export const UPLOAD_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf']
export const FILE_MAX_BYTES = 5 * 1024 * 1024
/** Uploads that one user may start in a minute, refused ones included. */
export const UPLOADS_PER_MINUTE = 12
/** How many of the 256 bits may differ between the fingerprints of two pictures that are taken for one. */
export const DETAIL_DISTANCE_MAX = 20
/** How a file is known from an earlier trade: byte for byte, or as a picture that looks the same. */
export const FILE_REUSES = ['same_file', 'similar_picture'] as const
export type FileReuse = (typeof FILE_REUSES)[number]

export type FileRule = {
  purpose: FilePurpose
  status: TradeStatus
  by: PartyRole
  /** Whether the counterparty sees the file immediately. Otherwise it is a draft until a move of the trade submits it. */
  isSubmitted: boolean
}

export const FILE_RULES: readonly FileRule[] = [
  { purpose: 'payment_proof', status: 'awaiting_payment', by: 'buyer', isSubmitted: false },
  { purpose: 'payment_proof', status: 'payment_sent', by: 'buyer', isSubmitted: true },
  { purpose: 'payment_proof', status: 'refund_held', by: 'buyer', isSubmitted: false },
  { purpose: 'dispute_evidence', status: 'disputed', by: 'buyer', isSubmitted: true },
  { purpose: 'dispute_evidence', status: 'disputed', by: 'seller', isSubmitted: true },
]

export function fileRule(purpose: FilePurpose, status: TradeStatus, by: PartyRole): FileRule | undefined {
  return FILE_RULES.find((rule) => rule.purpose === purpose && rule.status === status && rule.by === by)
}

/** Why this party cannot add such a file now, as an error code; null when it can. */
export function fileRefusal(purpose: FilePurpose, status: TradeStatus, by: PartyRole): ErrorCode | null {
  if (!FILE_RULES.some((rule) => rule.purpose === purpose && rule.by === by)) return 'not_your_move'
  return fileRule(purpose, status, by) ? null : 'file_not_expected'
}

/**
 * Whether the payment mark of this trade must show a proof of payment: the seller has seen one where it was marked and that was
 * withdrawn. The constraint trade_events_new_buyer_has_proof asks for the submitted proof itself.
 */
export function needsPaymentProof({ buyer, usedOnce }: Marked): boolean {
  return buyer.completedTrades === 0 && !usedOnce.includes('withdraw_payment_mark')
}

type Marked = { buyer: { completedTrades: number }; usedOnce: readonly TradeAction[] }
