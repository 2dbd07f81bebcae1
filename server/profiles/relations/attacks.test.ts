/** Attacks on relations, and on the opening of trades, with the database owner's rights: every refusal is a named rule. */
import { beforeEach, describe, expect, test } from 'vitest'
import { LIMITS } from '../../../domain/limits.ts'
import { opening, refusalOf } from '../../testing/attacks/attack.ts'
import type { MarketFixture } from '../../testing/market-fixture.ts'
import { useMarketFixture } from '../../testing/suite.ts'

const market = useMarketFixture()

const relation = (owner: string, other: string, kind = 'blocked') =>
  `insert into relations (owner_id, other_id, kind) values ('${owner}', '${other}', '${kind}')
   on conflict (owner_id, other_id) do update set kind = excluded.kind;`
/** Changes what the offer requires without triggers, so that the earlier quote stays valid. */
const require = ({ sellOffer }: MarketFixture, columns: string) =>
  `set local session_replication_role = replica; update offers set ${columns} where id = '${sellOffer}';
   set local session_replication_role = origin;`

const attacks: [string, string, (m: MarketFixture) => string][] = [
  ['with the owner', 'relations_not_with_oneself', (m) => relation(m.buyer, m.buyer)],
  ['of an unknown kind', 'relations_kind', (m) => relation(m.buyer, m.seller, 'friend')],
  [
    'dated back',
    'relations_now',
    (m) =>
      `insert into relations values ('${m.buyer}', '${m.seller}', 'blocked', clock_timestamp() - interval '1 hour');`,
  ],
  [
    'given to another owner',
    'relations_frozen',
    (m) => `${relation(m.buyer, m.seller)} update relations set owner_id = '${m.stranger}';`,
  ],
  [
    'of which there are too many',
    'relations_within_limit',
    (m) => `
      insert into users (username) select 'other_' || n from generate_series(0, ${LIMITS.relations}) n;
      insert into relations (owner_id, other_id, kind)
        select '${m.buyer}', id, 'trusted' from users where username ~ '^other_[0-9]';`,
  ],
  [
    'whose effect is written without it',
    'offer_access_only_by_triggers',
    (m) => `insert into offer_access values ('${m.stranger}', '${m.seller}', false);`,
  ],
  [
    'whose effect is changed without it',
    'offer_access_only_by_triggers',
    (m) => `${relation(m.buyer, m.seller)} update offer_access set is_refused = false;`,
  ],
]

describe('the database refuses a relation', () => {
  test.each(attacks)('%s', async (_, refusedBy, statements) => {
    expect(await refusalOf(market().owner, statements(market()))).toBe(refusedBy)
  })
})

const openings: [string, string, (m: MarketFixture) => string][] = [
  ['of a taker whom the owner blocks', 'trades_pair_not_refused', (m) => relation(m.seller, m.taker)],
  ['of a taker who blocks the owner', 'trades_pair_not_refused', (m) => relation(m.taker, m.seller)],
  ['of a taker who is not trusted', 'trades_taker_trusted', (m) => require(m, 'trusted_only = true')],
  [
    'of a taker who trusts the owner, and not the other way round',
    'trades_taker_trusted',
    (m) => require(m, 'trusted_only = true') + relation(m.taker, m.seller, 'trusted'),
  ],
  ['of a new account', 'trades_taker_meets_requirements', (m) => require(m, 'min_account_days = 1')],
  ['of a taker without trades', 'trades_taker_meets_requirements', (m) => require(m, 'min_completed_trades = 1')],
  ['of a taker without a rate', 'trades_taker_meets_requirements', (m) => require(m, 'min_completion_rate = 1')],
]

describe('the database refuses a trade', () => {
  let quoteId: string
  beforeEach(async () => {
    quoteId = await market().quote()
  })

  test.each(openings)('%s', async (_, refusedBy, statements) => {
    expect(await refusalOf(market().owner, statements(market()) + opening(quoteId))).toBe(refusedBy)
  })

  test('unless the owner trusts the taker', async () => {
    const { owner, seller, taker } = market()
    const statements = require(market(), 'trusted_only = true') + relation(seller, taker, 'trusted') + opening(quoteId)
    expect(await refusalOf(owner, `${statements} select 1/0`)).toBe('22012')
  })
})
