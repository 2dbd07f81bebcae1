/** Attacks on the files of a trade by SQL: the constraint or trigger that refuses is asserted by its name. */
import { expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { event, refusalOf, stand } from '../../testing/attacks/attack.ts'
import type { Attack } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'
import { storedFile } from '../../testing/proofs.ts'

const fixture = useMarketFixture()

/** A proof of the buyer in the paid trade, and changes to it. */
const proof = ({ trades, buyer }: MarketFixture, changes: Record<string, string> = {}) =>
  storedFile({ trade_id: `'${trades.payment_sent}'`, uploader_id: `'${buyer}'`, ...changes })
const draft = ({ trades, buyer }: MarketFixture, changes: Record<string, string> = {}) =>
  storedFile({ trade_id: `'${trades.awaiting_payment}'`, uploader_id: `'${buyer}'`, ...changes })
const evidence = ({ trades, seller }: MarketFixture, changes: Record<string, string> = {}) =>
  storedFile({
    trade_id: `'${trades.disputed}'`,
    purpose: "'dispute_evidence'",
    uploader_role: "'seller'",
    uploader_id: `'${seller}'`,
    submitted_at: 'moment',
    ...changes,
  })
/** The whole move, with the state of the trade after it. */
const objection = ({ trades, otherBuyer }: MarketFixture) =>
  event(trades.refund_held, {
    to: 'disputed',
    action: 'object',
    role: 'buyer',
    actor: otherBuyer,
    statusDeadline: "'infinity'",
    reason: 'paid_before_cancellation',
  }) + stand(trades.refund_held, 'disputed')
const reading = (reader: string) =>
  `insert into evidence_reads (trade_id, file_id, reader_id) select trade_id, id, '${reader}' from evidence_files where id <> trade_id;`
const fingerprint = (changes: Record<string, string> = {}) => {
  const row = {
    trade_id: 'f.trade_id',
    file_id: 'f.id',
    crop: '0',
    hash: '1',
    detail: "repeat('0', 256)::bit(256)",
    at: 'f.at',
    ...changes,
  }
  return `insert into evidence_fingerprints (${Object.keys(row).join(', ')})
    select ${Object.values(row).join(', ')} from evidence_files f;`
}
const asServer = (statement: string) =>
  `set local role sarraf_app; set local app.viewer = system; ${statement.replaceAll(';', '')};`
const picture = { media_type: "'image/webp'", width: '10', height: '10' }

const ATTACKS: Attack[] = [
  [
    'a proof of the seller',
    'evidence_files_allowed',
    (s) => proof(s, { uploader_role: "'seller'", uploader_id: `'${s.seller}'` }),
  ],
  ['a proof in a completed trade', 'evidence_files_allowed', (s) => proof(s, { trade_id: `'${s.trades.completed}'` })],
  ['a proof in a cancelled trade', 'evidence_files_allowed', (s) => proof(s, { trade_id: `'${s.trades.cancelled}'` })],
  [
    'a proof after the confirmation',
    'evidence_files_allowed',
    (s) => proof(s, { trade_id: `'${s.trades.payment_confirmed}'` }),
  ],
  [
    'evidence in a trade without a dispute',
    'evidence_files_allowed',
    (s) => proof(s, { purpose: "'dispute_evidence'", submitted_at: 'moment' }),
  ],
  ['an unknown purpose', 'evidence_files_allowed', (s) => proof(s, { purpose: "'avatar'" })],
  ['an unknown role', 'evidence_files_allowed', (s) => proof(s, { uploader_role: "'arbiter'" })],
  ['a stranger as the buyer', 'evidence_files_by_buyer', (s) => proof(s, { uploader_id: `'${s.stranger}'` })],
  ['the seller as the buyer', 'evidence_files_by_buyer', (s) => proof(s, { uploader_id: `'${s.seller}'` })],
  ['a draft that the seller sees immediately', 'evidence_files_draft', (s) => draft(s, { submitted_at: 'moment' })],
  [
    'a proof that the seller of a paid trade does not see',
    'evidence_files_draft',
    (s) => proof(s, { submitted_at: 'null' }),
  ],
  [
    'submitted before it was added',
    'evidence_files_now',
    (s) => proof(s, { submitted_at: "moment - interval '1 second'" }),
  ],
  ['dated back', 'evidence_files_now', (s) => proof(s, { at: "moment - interval '1 hour'" })],
  [
    'dated ahead',
    'evidence_files_now',
    (s) => proof(s, { at: "moment + interval '1 hour'", submitted_at: "moment + interval '1 hour'" }),
  ],
  ['a page of HTML', 'evidence_files_media_type', (s) => proof(s, { media_type: "'text/html'" })],
  ['an SVG', 'evidence_files_media_type', (s) => proof(s, { media_type: "'image/svg+xml'" })],
  ['a PDF with the size of a picture', 'evidence_files_picture_size', (s) => proof(s, { width: '10', height: '10' })],
  ['a picture without a size', 'evidence_files_picture_size', (s) => proof(s, { media_type: "'image/webp'" })],
  ['a picture that is too wide', 'evidence_files_width', (s) => proof(s, { ...picture, width: '16384' })],
  [
    'a picture of too many pixels',
    'evidence_files_area',
    (s) => proof(s, { ...picture, width: '1080', height: '15600' }),
  ],
  [
    'a picture with a long shorter side',
    'evidence_files_area',
    (s) => proof(s, { ...picture, width: '1537', height: '1537' }),
  ],
  ['a picture without height', 'evidence_files_height', (s) => proof(s, { ...picture, height: '0' })],
  ['an empty file', 'evidence_files_bytes', (s) => proof(s, { bytes: '0' })],
  ['a PDF of more than 5 MB', 'evidence_files_bytes', (s) => proof(s, { bytes: '5242881' })],
  ['more bytes than stated', 'evidence_files_sealed', (s) => proof(s, { bytes: '8' })],
  ['bytes that are not sealed', 'evidence_files_sealed', (s) => proof(s, { sealed: "'%PDF-1.7 '::bytea" })],
  [
    'a data key in plain text',
    'evidence_files_data_key',
    (s) => proof(s, { data_key: "decode(repeat('00', 32), 'hex')" }),
  ],
  ['a hash of another length', 'evidence_files_sha256', (s) => proof(s, { sha256: "'short'" })],
  ['the same file twice', 'evidence_files_once', (s) => [1, 2].map(() => proof(s, { sha256: "sha256('x')" })).join('')],
  [
    'one file more than a party may have',
    'evidence_files_of_party_within_limit',
    (s) => Array.from({ length: LIMITS.files_of_party + 1 }, () => proof(s)).join(''),
  ],
  [
    'the same in one statement',
    'evidence_files_of_party_within_limit',
    (s) => proof(s).replace(' as moment;', ` as moment, generate_series(1, ${LIMITS.files_of_party + 1});`),
  ],
  [
    'another uploader',
    'evidence_files_append_only',
    (s) => `${proof(s)} update evidence_files set uploader_id = '${s.stranger}';`,
  ],
  [
    'another content',
    'evidence_files_append_only',
    (s) => `${proof(s)} update evidence_files set sealed = sealed || 'x';`,
  ],
  [
    'another data key',
    'evidence_files_append_only',
    (s) => `${proof(s)} update evidence_files set data_key = decode(repeat('01', 69), 'hex');`,
  ],
  [
    'another hash, so that it is not known again',
    'evidence_files_append_only',
    (s) => `${proof(s)} update evidence_files set sha256 = sha256('x');`,
  ],
  [
    'an older date',
    'evidence_files_append_only',
    (s) => `${proof(s)} update evidence_files set at = at - interval '1 day';`,
  ],
  [
    'withdrawn from the seller',
    'evidence_files_append_only',
    (s) => `${proof(s)} update evidence_files set submitted_at = null;`,
  ],
  [
    'submitted at another time',
    'evidence_files_append_only',
    (s) => `${draft(s)} update evidence_files set submitted_at = at + interval '1 day';`,
  ],
  ['deleted', 'evidence_files_append_only', (s) => `${proof(s)} delete from evidence_files;`],
  ['all files deleted', 'evidence_files_append_only', () => 'truncate evidence_files cascade'],
  [
    'a key wrapped again together with another content',
    'evidence_files_append_only',
    (s) => `${proof(s)} set local sarraf.rotates_keys = 'on'; update evidence_files set sealed = sealed || 'x';`,
  ],
  ['an objection without a proof', 'trade_events_objection_has_proof', (s) => objection(s)],
  [
    'an objection with a draft',
    'trade_events_objection_has_proof',
    (s) => draft(s, { trade_id: `'${s.trades.refund_held}'`, uploader_id: `'${s.otherBuyer}'` }) + objection(s),
  ],
  [
    'an arbiter reads a file without having the case',
    'evidence_reads_allowed',
    (s) => evidence(s) + reading(s.stranger),
  ],
  [
    'evidence of a side beyond the fifth file',
    'evidence_files_of_party_within_limit',
    (s) => Array.from({ length: LIMITS.files_of_party + 1 }, () => evidence(s)).join(''),
  ],
  ['evidence that the other party does not see', 'evidence_files_draft', (s) => evidence(s, { submitted_at: 'null' })],
  [
    'a proof of payment during the dispute',
    'evidence_files_allowed',
    (s) => evidence(s, { purpose: "'payment_proof'" }),
  ],
  ['a stranger reads a file', 'evidence_reads_allowed', (s) => proof(s) + reading(s.stranger)],
  ['the seller reads a draft', 'evidence_reads_allowed', (s) => draft(s) + reading(s.seller)],
  [
    'a reading of a file under another trade',
    'evidence_reads_of_file',
    (s) => proof(s) + reading(s.buyer).replace('select trade_id', `select '${s.trades.completed}'`),
  ],
  [
    'a reading dated back',
    'evidence_reads_now',
    (s) =>
      proof(s) +
      reading(s.buyer)
        .replace('reader_id)', 'reader_id, at)')
        .replace(`'${s.buyer}'`, `'${s.buyer}', clock_timestamp() - interval '1 day'`),
  ],
  [
    'a reading by another user',
    'evidence_reads_append_only',
    (s) => `${proof(s)} ${reading(s.seller)} update evidence_reads set reader_id = '${s.buyer}';`,
  ],
  [
    'a reading removed',
    'evidence_reads_append_only',
    (s) => `${proof(s)} ${reading(s.seller)} delete from evidence_reads;`,
  ],
  [
    'a fingerprint of no file',
    'evidence_fingerprints_of_file',
    (s) => proof(s) + fingerprint({ file_id: 'gen_random_uuid()' }),
  ],
  [
    'a fingerprint dated back',
    'evidence_fingerprints_of_file',
    (s) => proof(s) + fingerprint({ at: "f.at - interval '1 day'" }),
  ],
  ['an unknown crop', 'evidence_fingerprints_crop', (s) => proof(s) + fingerprint({ crop: '7' })],
  [
    'a fingerprint changed',
    'evidence_fingerprints_append_only',
    (s) => `${proof(s)} ${fingerprint()} update evidence_fingerprints set hash = 2;`,
  ],
  [
    'a fingerprint removed',
    'evidence_fingerprints_append_only',
    (s) => `${proof(s)} ${fingerprint()} delete from evidence_fingerprints;`,
  ],
  [
    'the server changes a content',
    'evidence_files_append_only',
    (s) => proof(s) + asServer('update evidence_files set sealed = sealed || sealed'),
  ],
  [
    'the server changes what a file is',
    '42501',
    (s) => proof(s) + asServer('update evidence_files set sha256 = sha256'),
  ],
  ['the server deletes a file', '42501', (s) => proof(s) + asServer('delete from evidence_files')],
  [
    'the server deletes the record of a reading',
    '42501',
    (s) => proof(s) + reading(s.seller) + asServer('delete from evidence_reads'),
  ],
  ['the server reads fingerprints', '42501', (s) => proof(s) + asServer('select * from evidence_fingerprints')],
  [
    'the server widens who may add what',
    '42501',
    () => asServer("insert into evidence_rules values ('payment_proof', 'completed', 'buyer', true)"),
  ],
]

test.each(ATTACKS)('%s: %s', async (_, refusedBy, statements) => {
  expect(await refusalOf(fixture().owner, await statements(fixture()))).toBe(refusedBy)
})

test('what the attacks change is allowed otherwise', async () => {
  const { owner, buyer, seller } = fixture()
  const honest = [
    proof(fixture()),
    draft(fixture()),
    'update evidence_files set submitted_at = clock_timestamp() where submitted_at is null;',
    reading(buyer),
    reading(seller),
    fingerprint(),
    "set local sarraf.rotates_keys = 'on'; update evidence_files set data_key = decode(repeat('02', 69), 'hex');",
  ]
  expect(await refusalOf(owner, honest.join(''))).toBe('nothing')
})
