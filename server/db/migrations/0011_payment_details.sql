-- Where the buyer of a trade pays, and who was shown it.

create table trade_payment_details (
  trade_id uuid primary key,
  seller_id uuid not null,
  -- the account that was copied; null after its removal
  account_id uuid constraint trade_payment_details_account references payment_accounts on delete set null,
  account_version int not null,
  -- when the account was added or last changed before the trade was opened
  account_changed_at timestamptz not null,
  -- the details as they were when the trade was opened, sealed for this trade (server/db/encryption); null once erased
  sealed bytea constraint trade_payment_details_sealed check (octet_length(sealed) between 100 and 2000),
  erased_at timestamptz,
  -- that of the account as it was copied; null of a meeting place, and from thirty days after the end of the trade
  fingerprint text,
  constraint trade_payment_details_erased check ((sealed is null) = (erased_at is not null)),
  constraint trade_payment_details_of_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table trade_payment_details is
  'where the buyer of a trade pays: a copy of the seller''s payment account, which never changes and is erased 30 days after the end of the trade';
create index trade_payment_details_of_account on trade_payment_details (account_id);
create index trade_payment_details_of_seller on trade_payment_details (seller_id);
create index trade_payment_details_paid_on on trade_payment_details (seller_id, fingerprint) where fingerprint is not null;
create index trade_payment_details_paid_to on trade_payment_details (fingerprint, seller_id) where fingerprint is not null;
create trigger append_only_whole before truncate on trade_payment_details execute function refuse_change();

create function payment_details_as_chosen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select a.fingerprint into new.fingerprint
    from trades t join offers o on o.id = t.offer_id join payment_accounts a on a.id = new.account_id
    where t.id = new.trade_id and t.version = 1
      and (a.user_id, a.payment_method, a.version, a.changed_at)
        = (t.seller_id, t.payment_method, new.account_version, new.account_changed_at)
      and (t.offer_type = 'buy' or a.id = o.payment_account_ids[array_position(o.payment_methods, t.payment_method)]);
  if not found or new.erased_at is not null then
    raise exception 'a trade copies an account of its seller and method as it is'
      using errcode = 'check_violation', constraint = 'trade_payment_details_as_chosen';
  end if;
  return new;
end $$;
create trigger payment_details_as_chosen before insert on trade_payment_details
  for each row execute function payment_details_as_chosen();

-- The reference is circular: a trade has its details when it commits.
alter table trades add constraint trades_have_payment_details
  foreign key (id) references trade_payment_details deferrable initially deferred;

create table payment_detail_reads (
  trade_id uuid not null,
  -- the buyer
  reader_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  constraint payment_detail_reads_by_buyer foreign key (trade_id, reader_id) references trades (id, buyer_id)
);
comment on table payment_detail_reads is 'every time that a buyer was shown the payment details of a trade';
create index payment_detail_reads_of_trade on payment_detail_reads (trade_id, reader_id, at);
create trigger happens_now before insert on payment_detail_reads
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger append_only before update on payment_detail_reads for each row execute function refuse_change();
create trigger append_only_whole before truncate on payment_detail_reads execute function refuse_change();

create function payment_details_read_while_open() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from trade_states where trade_id = new.trade_id and is_open) then return new; end if;
  raise exception 'payment details are shown while the trade is open'
    using errcode = 'check_violation', constraint = 'payment_detail_reads_while_open';
end $$;
create trigger payment_details_read_while_open before insert on payment_detail_reads
  for each row execute function payment_details_read_while_open();

------------------------------------------------------------------------------ what the buyer's bank says of the payee

create table payee_answer_kinds (
  answer text primary key
);
comment on table payee_answer_kinds is 'written by migrate from domain/payments/payee-check.ts';
insert into limits values ('payee_answers', 10);

create table payee_answers (
  trade_id uuid not null,
  number int not null,
  buyer_id uuid not null,
  answer text not null constraint payee_answers_answer references payee_answer_kinds,
  at timestamptz not null default clock_timestamp(),
  primary key (trade_id, number),
  constraint payee_answers_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id)
);
comment on table payee_answers is 'what the buyer recorded that the bank said of the payee''s name, before the payment; the last one counts';
create trigger happens_now before insert on payee_answers
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger append_only before update on payee_answers for each row execute function refuse_change();
create trigger append_only_whole before truncate on payee_answers execute function refuse_change();

create function payee_answer_allowed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_asked boolean;
  is_next boolean;
begin
  -- The lock that a move takes. A mark that has it is seen here, and one that has not yet sees this answer at its commit (event_agrees).
  perform from trades where id = new.trade_id for no key update;
  select exists (select from trades t join payment_methods m on m.method = t.payment_method and m.has_payee_check
      where t.id = new.trade_id and t.status = 'awaiting_payment')
    and exists (select from payment_detail_reads where trade_id = new.trade_id),
    new.number = 1 + (select count(*) from payee_answers where trade_id = new.trade_id)
  into is_asked, is_next;
  if not is_asked then
    raise exception 'a bank is asked before the payment, by a buyer who has seen the account'
      using errcode = 'check_violation', constraint = 'payee_answers_before_payment';
  end if;
  if not is_next then
    raise exception 'the answers of a trade are numbered from 1 on'
      using errcode = 'check_violation', constraint = 'payee_answers_in_order';
  end if;
  if new.number > limit_of('payee_answers') then
    raise exception 'at most % answers are kept for a trade', limit_of('payee_answers')
      using errcode = 'check_violation', constraint = 'payee_answers_within_limit';
  end if;
  return new;
end $$;
create trigger payee_answer_allowed before insert on payee_answers for each row execute function payee_answer_allowed();

create function payee_answered_by_person() returns trigger language plpgsql as $$
begin
  raise exception 'an API key has seen no bank'
    using errcode = 'restrict_violation', constraint = 'payee_answers_by_person';
end $$;
create trigger payee_answered_by_person before insert on payee_answers for each row
  when (acting_key() is not null) execute function payee_answered_by_person();

------------------------------------------------------------------------------ who is paid on one account (record_outcome)

-- Whether both users have saved one payment account, or were paid on one in trades that ended in the last thirty days.
create function users_share_payment_account(one uuid, other uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    (select fingerprint from payment_accounts where user_id = one and fingerprint is not null
      union select fingerprint from trade_payment_details where seller_id = one and fingerprint is not null)
    intersect
    (select fingerprint from payment_accounts where user_id = other and fingerprint is not null
      union select fingerprint from trade_payment_details where seller_id = other and fingerprint is not null))
$$;
revoke execute on function users_share_payment_account from public;

-- The users who signed in with a browser of this user, or were paid on an account on which this user was paid. A saved account
-- is not enough: a buyer knows the seller's account, and could save it to connect the seller with others. For the same reason
-- the users connected with them are not connected with this one.
create function users_connected_with(the_user uuid) returns setof uuid
language sql stable set search_path = public, pg_temp as $$
  select b.user_id from devices a join devices b on b.hash = a.hash where a.user_id = the_user and b.user_id <> the_user
  union
  select d.seller_id
  from (select distinct fingerprint from trade_payment_details where seller_id = the_user and fingerprint is not null) own,
    lateral (select seller_id from trade_payment_details where fingerprint = own.fingerprint and seller_id < the_user
      union all
      select seller_id from trade_payment_details where fingerprint = own.fingerprint and seller_id > the_user) d
$$;
revoke execute on function users_connected_with from public;

-- Whether a completed trade of this user with the partner, or with a user connected with the partner, counted lately.
create function partner_counted(the_user uuid, partner uuid, the_moment timestamptz) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from (select partner union all select users_connected_with(partner)) partners (id)
    where exists (
      select from trade_outcomes o
      where o.counts and least(o.buyer_id, o.seller_id) = least(the_user, partners.id)
        and greatest(o.buyer_id, o.seller_id) = greatest(the_user, partners.id)
        and o.at > the_moment - make_interval(days => limit_of('pair_counts_days')::int) and o.failed_by is null))
$$;
revoke execute on function partner_counted from public;

------------------------------------------------------------------------------ violations of payments in person (0040_violations.sql)

create view violations_user_counts_trades_in_person as
  select u.id
  from users u left join (
    select user_id, count(*) as trades, count(*) filter (where at = first_at) as partners
    from (
      select user_id, payment_method, at, min(at) over (partition by user_id, partner) as first_at
      from trade_outcomes, lateral (values (buyer_id, seller_id), (seller_id, buyer_id)) parties (user_id, partner)
      where counts and failed_by is null) counting
    where is_in_person(payment_method) group by user_id) counted on counted.user_id = u.id
  where u.completed_in_person - coalesce(counted.trades, 0) not between 0 and u.purged_trades
    or u.partners_in_person <> coalesce(counted.partners, 0);
comment on view violations_user_counts_trades_in_person is
  'of a user''s completed trades that count, and of their partners, those in person are counted';

create view violations_meeting_by_codes as
  select t.id
  from trades t join trade_events e on e.trade_id = t.id
  where is_in_person(t.payment_method) and (
    (e.action in ('open', 'mark_paid', 'withdraw_payment_mark')
      and not exists (select from meeting_codes c where c.trade_id = t.id and c.seq = e.seq))
    or (e.action = 'mark_paid' or (e.action = 'confirm_receipt' and e.from_status = 'payment_sent'))
      and not is_meeting_code_typed(t.id, e.seq)
    or exists (select from payer_declarations where trade_id = t.id)
    or exists (select from payee_answers where trade_id = t.id));
comment on view violations_meeting_by_codes is
  'a payment in person is marked and confirmed by the codes of both parties, and has neither a payer''s name nor an answer of a bank';

create view violations_meeting_codes_erased as
  select t.id
  from meeting_codes c join trades t on t.id = c.trade_id join trade_statuses s on s.status = t.status
    join trade_events last on last.trade_id = t.id and last.seq = t.version
  where c.code is not null and not s.is_open and last.at < clock_timestamp() - interval '1 day';
comment on view violations_meeting_codes_erased is 'the codes of a meeting are erased when the trade has ended';
