/** Attacks on reports with the database owner's rights: every refusal is a named rule of the tables. */
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { refusalOf } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const market = useMarketFixture()

/** A report of the buyer about the seller; `forged` replaces columns by SQL expressions. */
function report({ buyer, seller }: MarketFixture, forged: Record<string, string> = {}): string {
  const row = {
    reporter_id: `'${buyer}'`,
    subject_kind: "'user'",
    subject_id: `'${seller}'`,
    reason: "'fraud'",
    text: "''",
    ...forged,
  }
  return `insert into reports (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`
}

const terms = (m: MarketFixture) => ({
  subject_kind: "'message'",
  subject_id: `'${m.trades.awaiting_payment}'`,
  message_seq: `(select seq from messages where trade_id = '${m.trades.awaiting_payment}' and kind = 'terms')`,
})

const attacks: [string, string, (m: MarketFixture) => string][] = [
  ['a reason of another subject', 'reports_reason', (m) => report(m, { reason: "'untrue'" })],
  ['an unknown kind of subject', 'reports_subject_seen', (m) => report(m, { subject_kind: "'trade'" })],
  ['about nothing', 'reports_subject_seen', (m) => report(m, { subject_id: 'gen_random_uuid()' })],
  ['about the reporter', 'reports_not_about_oneself', (m) => report(m, { subject_id: `'${m.buyer}'` })],
  [
    'by the owner of the offer',
    'reports_not_about_oneself',
    (m) => report(m, { reporter_id: `'${m.seller}'`, subject_kind: "'offer'", subject_id: `'${m.sellOffer}'` }),
  ],
  [
    'a stranger about a message',
    'reports_subject_seen',
    (m) => report(m, { ...terms(m), reporter_id: `'${m.stranger}'` }),
  ],
  ['of no reporter', 'reports_subject_seen', (m) => report(m, { reporter_id: 'null' })],
  ['another reason without an explanation', 'reports_text', (m) => report(m, { reason: "'other'" })],
  ['dated back', 'reports_now', (m) => report(m, { at: "clock_timestamp() - interval '1 hour'" })],
  ['closed at first', 'reports_open_at_first', (m) => report(m, { closing_id: '1' })],
  ['a second open one', 'reports_one_open', (m) => report(m) + report(m, { reason: "'spam'" })],
  ['a changed text', 'reports_frozen', (m) => `${report(m)} update reports set text = 'Nothing happened';`],
  ['a changed excerpt', 'reports_frozen', (m) => `${report(m)} update reports set excerpt = 'Nothing was said';`],
  [
    'given to another reporter',
    'reports_frozen',
    (m) => `${report(m)} update reports set reporter_id = '${m.stranger}';`,
  ],
  [
    'closed without a record',
    'reports_closed_on_record',
    (m) => `${report(m)} update reports set closing_id = 999999, outcome = 'no_action';`,
  ],
  ['deleted', 'reports_append_only', (m) => `${report(m)} delete from reports;`],
  ['all deleted', 'reports_append_only', () => 'truncate reports;'],
  [
    'more than a day allows',
    'reports_within_limit',
    (m) => `
      insert into users (username) select 'target_' || n from generate_series(0, ${LIMITS.reports_per_day}) n;
      insert into reports (reporter_id, subject_kind, subject_id, reason, text)
        select '${m.buyer}', 'user', id, 'spam', '' from users where username like 'target_%';`,
  ],
]

describe('the database refuses a report', () => {
  beforeAll(() => market().owner.query('delete from reports'))
  test.each(attacks)('%s', async (_, refusedBy, statements) => {
    expect(await refusalOf(market().owner, statements(market()))).toBe(refusedBy)
  })
})

test('whose text it is, and what it said, are those of the subject', async () => {
  const { owner, seller, stranger } = market()
  const forged = { ...terms(market()), reported_id: `'${stranger}'`, excerpt: "'I will rob you'" }
  expect(await refusalOf(owner, report(market(), forged))).toBe('nothing')
  const { rows } = await owner.query('select reported_id, excerpt from reports where subject_kind = $1', ['message'])
  expect(rows).toEqual([{ reported_id: seller, excerpt: 'Please pay within the window.' }])
})
