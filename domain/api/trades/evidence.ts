/** The files of a trade: proofs of payment and evidence in a dispute. */
import * as z from 'zod/mini'
import { SCALED_DOWN } from '../../pictures.ts'
import { FILE_PURPOSES, FILE_REUSES, FILE_TYPES } from '../../trades/evidence.ts'
import { LIMITS } from '../../limits.ts'
import { FILE_REFUSALS } from '../../uploads/upload-errors.ts'
import { described, endpointsOf, id, listOf, moment, named } from '../endpoint.ts'
import { tradeParams } from './trades.ts'
import { partyRole } from './trade-values.ts'

const endpoint = endpointsOf('Evidence')

const filePurpose = named(
  'FilePurpose',
  z.enum(FILE_PURPOSES),
  'A proof of payment is the buyer’s; evidence is added by either party during a dispute.',
)

export const tradeFile = named(
  'TradeFile',
  z.object({
    id,
    tradeId: id,
    purpose: filePurpose,
    sender: partyRole,
    type: described(z.enum(FILE_TYPES), 'The media type. Every picture is a WebP.'),
    bytes: z.int(),
    picture: described(
      z.nullable(z.object({ width: z.int(), height: z.int() })),
      'Its size in pixels; null for a PDF.',
    ),
    isSubmitted: described(
      z.boolean(),
      'Whether the counterparty can see it. A proof that is added before the payment is marked is submitted with that.',
    ),
    addedAt: moment,
  }),
)
export type TradeFile = z.infer<typeof tradeFile>

/** Of both parties and both purposes: one side adds no proof of payment. */
export const FILES_LISTED = 3 * LIMITS.files_of_party

export const listFiles = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/files',
  summary: 'List the files of a trade, oldest first',
  description: 'For the two parties of the trade: your own, and those that the counterparty submitted.',
  params: tradeParams,
  response: z.object({ files: listOf(tradeFile, FILES_LISTED) }),
  errors: ['not_found'],
})

export const addFile = endpoint({
  method: 'POST',
  path: '/api/trades/:tradeId/files',
  summary: 'Send a proof of payment or evidence',
  description: `A picture is re-encoded as WebP, ${SCALED_DOWN}, and stripped of its metadata; a PDF is stored without what stands before its header and after its end. The same file again is the file that was stored before.`,
  scope: 'trades',
  needsIdempotencyKey: true,
  params: tradeParams,
  form: z.strictObject({ purpose: filePurpose }),
  upload: 'file',
  response: tradeFile,
  statuses: [201],
  errors: ['not_found', 'not_your_move', 'file_not_expected', ...FILE_REFUSALS, 'file_quota', 'file_limit'],
})

export const getFile = endpoint({
  method: 'GET',
  path: '/api/trades/:tradeId/files/:fileId',
  summary: 'Get a file of a trade',
  description: 'For the two parties of the trade. A PDF is a download. Each reading is recorded.',
  params: z.strictObject({ tradeId: id, fileId: id }),
  file: FILE_TYPES,
  errors: ['not_found', 'file_unavailable'],
})

export const caseFile = named(
  'CaseFile',
  z.extend(tradeFile, {
    reuse: described(
      z.nullable(z.enum(FILE_REUSES)),
      'Whether it was used in an earlier trade, as the same file or as a picture that looks the same. Only arbiters learn it.',
    ),
  }),
)
export type CaseFile = z.infer<typeof caseFile>

export const listCaseFiles = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId/files',
  summary: 'Arbiter: list the files of a case that you have taken',
  staff: 'arbiter',
  params: tradeParams,
  response: z.object({ files: listOf(caseFile, FILES_LISTED) }),
  errors: ['case_not_yours'],
})

export const getCaseFile = endpoint({
  method: 'GET',
  path: '/api/staff/disputes/:tradeId/files/:fileId',
  summary: 'Arbiter: get a file of a case that you have taken',
  description: 'A PDF is a download. Each reading is recorded.',
  staff: 'arbiter',
  params: z.strictObject({ tradeId: id, fileId: id }),
  file: FILE_TYPES,
  errors: ['case_not_yours', 'file_unavailable'],
})
