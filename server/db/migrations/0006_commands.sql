-- Answers of calls that change something, by the caller's Idempotency-Key: the same call again gets the same answer.

create table commands (
  actor_id uuid not null references users on delete cascade,
  key text not null constraint commands_key_length check (char_length(key) between 16 and 64),
  route text not null,
  -- SHA-256 of what was asked
  fingerprint bytea not null,
  status smallint,
  answer jsonb,
  at timestamptz not null default clock_timestamp(),
  primary key (actor_id, key)
);
create index commands_by_age on commands (at);

-- One read that must always be empty: after every test that moves money, and all the time in production.
create view violations as
  select 'the sum of all balances is not zero' as rule, null::uuid as id
  from ledger_accounts
  having sum(balance_micro) + (select coalesce(sum(amount_micro), 0) from transfers where leg = 'fee') <> 0
union all
  select 'a balance differs from its transfers', coalesce(a.user_id, a.trade_id)
  from ledger_accounts a
  where a.kind <> 'fees' and a.balance_micro <>
    (select coalesce(sum(amount_micro), 0) from transfers where credit_id = a.id) -
    (select coalesce(sum(amount_micro), 0) from transfers where debit_id = a.id)
union all
  select 'escrow does not match the status', t.id
  from trades t left join ledger_accounts a on a.trade_id = t.id
  where a.balance_micro is distinct from case when t.status in ('completed', 'cancelled') then 0 else t.seller_locks_micro end
union all
  select 'the ledger of a trade is not what its status wants', t.id
  from trades t
  where expected_legs(t) is distinct from (select jsonb_object_agg(leg, amount_micro) from transfers where trade_id = t.id)
union all
  select 'a trade does not stand at its last event', t.id
  from trades t
  where (t.version, t.status, t.pay_deadline) is distinct from
    (select (seq, to_status, pay_deadline) from trade_events where trade_id = t.id order by seq desc limit 1)
union all
  select 'an event of a trade is missing', t.id
  from trades t
  where t.version <> (select count(*) from trade_events where trade_id = t.id)
union all
  select 'an offer counts its open trades wrong', o.id
  from offers o
  where (o.open_trades, o.reserved_micro) is distinct from
    (select (count(*)::smallint, coalesce(sum(usdt_micro), 0)::bigint) from trades
     where offer_id = o.id and status in ('awaiting_payment', 'payment_sent', 'payment_confirmed'))
union all
  select 'a trader''s completed trades are counted wrong', u.id
  from users u
  where u.completed_trades <>
    (select count(*) from trades where status = 'completed' and (buyer_id = u.id or seller_id = u.id))
union all
  select 'a stream has a gap', s.user_id
  from user_streams s
  where exists (
    select from (select count(*) as n, min(seq) as first, max(seq) as last from user_events where user_id = s.user_id) e
    where e.n > 0 and (e.last <> s.last_seq or e.n <> e.last - e.first + 1))
union all
  select 'a chat has a gap', c.trade_id
  from trade_chats c
  where c.last_seq <> (select count(*) from messages where trade_id = c.trade_id)
     or c.last_seq <> (select coalesce(max(seq), 0) from messages where trade_id = c.trade_id)
union all
  select 'a trade was not told about in its chat', t.id
  from trades t
  where t.version > (select count(*) from messages where trade_id = t.id and kind = 'system')
union all
  select 'a trade is open past its deadline', t.id
  from trades t
  where t.status = 'awaiting_payment' and t.pay_deadline < clock_timestamp() - interval '1 minute'
union all
  select 'a confirmed trade was not settled', t.id
  from trades t join trade_events e on e.trade_id = t.id and e.seq = t.version
  where t.status = 'payment_confirmed' and e.at < clock_timestamp() - interval '1 minute';
