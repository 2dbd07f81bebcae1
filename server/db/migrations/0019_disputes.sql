-- Disputes: one case for a trade. Its state machine is data, as that of trades.

create table dispute_statuses (
  status text primary key,
  -- how long it lasts, and the system's move when that is over; null: it does not end
  hours smallint,
  late_action text,
  constraint dispute_statuses_late_move check ((hours is null) = (late_action is null))
);
comment on table dispute_statuses is 'domain/disputes/disputes.ts holds the same rows';
insert into dispute_statuses values
  ('statements', 24, 'close_statements'), ('deciding', 48, 'reassign'), ('decided', 24, 'execute'), ('closed', null, null);

create table dispute_rules (
  -- "none" before the dispute is opened
  from_status text not null,
  to_status text not null constraint dispute_rules_to_status references dispute_statuses,
  action text not null,
  actor_role text not null constraint dispute_rules_actor_role check (actor_role in ('buyer', 'seller', 'arbiter', 'system')),
  primary key (from_status, to_status, action, actor_role),
  constraint dispute_rules_one_target unique (from_status, action, actor_role)
);
comment on table dispute_rules is 'the moves of a case: who may make them from where to where; domain/disputes/disputes.ts holds the same rows';
insert into dispute_rules values
  ('none', 'statements', 'open', 'buyer'), ('none', 'statements', 'open', 'seller'), ('none', 'statements', 'open', 'system'),
  ('statements', 'statements', 'state', 'buyer'), ('statements', 'statements', 'state', 'seller'),
  ('statements', 'deciding', 'close_statements', 'system'),
  ('statements', 'statements', 'take', 'arbiter'), ('deciding', 'deciding', 'take', 'arbiter'),
  ('deciding', 'decided', 'decide', 'arbiter'), ('deciding', 'deciding', 'reassign', 'system'),
  ('decided', 'statements', 'appeal', 'buyer'), ('decided', 'statements', 'appeal', 'seller'),
  ('decided', 'decided', 'accept', 'buyer'), ('decided', 'decided', 'accept', 'seller'),
  ('decided', 'closed', 'execute', 'system'),
  ('statements', 'closed', 'confirm_receipt', 'seller'), ('deciding', 'closed', 'confirm_receipt', 'seller'),
  ('statements', 'closed', 'concede', 'buyer'), ('statements', 'closed', 'concede', 'seller'),
  ('deciding', 'closed', 'concede', 'buyer'), ('deciding', 'closed', 'concede', 'seller'),
  ('decided', 'closed', 'concede', 'buyer'), ('decided', 'closed', 'concede', 'seller'),
  ('statements', 'statements', 'extend_for_outage', 'system'), ('deciding', 'deciding', 'extend_for_outage', 'system'),
  ('decided', 'decided', 'extend_for_outage', 'system');

create table dispute_outcomes (
  outcome text primary key,
  -- the move of the trade that carries it out, and who makes that
  trade_action text not null,
  actor_role text not null,
  -- whose record has it as a lost dispute; null: neither
  lost_by text constraint dispute_outcomes_lost_by check (lost_by in ('buyer', 'seller'))
);
comment on table dispute_outcomes is 'how a case ends; domain/disputes/disputes.ts holds the same rows';
insert into dispute_outcomes values
  ('release', 'release_decided', 'system', 'seller'), ('refund', 'refund_decided', 'system', 'buyer'),
  ('split', 'split_decided', 'system', null),
  ('seller_confirmed', 'confirm_receipt', 'seller', null),
  ('seller_conceded', 'concede', 'seller', 'seller'), ('buyer_conceded', 'concede', 'buyer', 'buyer');

create table phrase_words (word text primary key constraint phrase_words_form check (word ~ '^[a-z]{3,8}$'));
comment on table phrase_words is 'the words of verification phrases';
insert into phrase_words select unnest(string_to_array(
  'acorn amber anchor apple april arrow atlas autumn badge bamboo banjo barley basil basket beacon berry birch bishop blanket blossom '
  'border bottle branch bread breeze bridge bronze bucket butter button cabin cactus camel candle canvas canyon carbon cargo carpet '
  'castle cedar cellar chalk cherry chimney cinema circus citrus clay clover coast cobalt coffee comet compass copper coral cotton '
  'cradle crane crystal curtain cypress daisy desert diamond dolphin drum eagle echo ember engine falcon feather fennel fern '
  'ferry fiddle fig flame flint flute forest fossil fountain fox galaxy garden garlic gecko ginger glacier glove granite grape gravel '
  'guitar hammer harbor harp hazel heron hill honey horizon indigo iris island ivory jacket jasmine juniper kettle kiwi ladder '
  'lagoon lantern laurel lemon lentil lily linen lion lizard locket lotus magnet mango maple marble meadow melon meteor mint mirror '
  'monsoon mosaic moss mountain mustard needle nickel nutmeg oasis ocean olive onyx opal orange orbit orchid otter oyster paddle '
  'palm panda papaya parrot pearl pebble pepper piano pigeon pillow pine planet plaza plum pocket poplar pottery prairie prism pumpkin '
  'quartz quill rabbit radish raven ribbon river robin rocket rose saddle saffron sail salmon sandal sapphire satin sesame shadow '
  'shell silver sparrow spice spring spruce stone storm summer sunset tango temple thunder tiger timber tulip tunnel turtle umbrella '
  'valley vanilla velvet violet violin walnut water willow window winter wolf zebra zephyr', ' '));

create function random_phrase() returns text language sql volatile set search_path = public, pg_temp as $$
  select string_agg(word, ' ') from (select word from phrase_words order by gen_random_uuid() limit 3) chosen
$$;
revoke execute on function random_phrase from public;

create table disputes (
  trade_id uuid primary key,
  buyer_id uuid not null,
  seller_id uuid not null,
  status text not null,
  version int not null,
  round smallint not null,
  -- who has taken the case in this round
  arbiter_id uuid,
  deadline timestamptz not null,
  late_decisions smallint not null default 0,
  outcome text constraint disputes_outcome references dispute_outcomes,
  reason text not null,
  opened_by text not null,
  opener_id uuid,
  opened_at timestamptz not null,
  -- known to the parties and to the case's arbiter, who proves with it to be the arbiter
  phrase text not null constraint disputes_phrase check (phrase ~ '^[a-z]{3,8} [a-z]{3,8} [a-z]{3,8}$'),
  constraint disputes_closed_with_outcome check ((status = 'closed') = (outcome is not null)),
  constraint disputes_of_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint disputes_of_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table disputes is 'the case of a disputed trade. Only its status, round, arbiter, deadline and outcome change, and only together with an event';
create index disputes_queue on disputes (deadline, trade_id) where status <> 'closed';
create index disputes_by_opener on disputes (opener_id, opened_at);
create index disputes_of_arbiter on disputes (arbiter_id) where arbiter_id is not null and status <> 'closed';
create trigger only_by_triggers before insert on disputes for each row execute function inserted_by_triggers();

create function dispute_is_frozen() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['status', 'version', 'round', 'arbiter_id', 'deadline', 'late_decisions', 'outcome'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'how a dispute began does not change' using errcode = 'restrict_violation', constraint = 'disputes_frozen';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'the version steps by one' using errcode = 'restrict_violation', constraint = 'disputes_version_steps';
  end if;
  return new;
end $$;
create trigger dispute_is_frozen before update on disputes for each row execute function dispute_is_frozen();
create trigger append_only_whole before truncate on disputes execute function refuse_change();

alter table audit_log add constraint audit_log_id_subject_actor_action unique (id, subject, actor_id, action);

create table dispute_events (
  trade_id uuid not null,
  seq int not null constraint dispute_events_seq_positive check (seq >= 1),
  prev_seq int generated always as (case when seq > 1 then seq - 1 end) stored,
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  actor_id uuid,
  buyer_id uuid generated always as (case when actor_role = 'buyer' then actor_id end) stored,
  seller_id uuid generated always as (case when actor_role = 'seller' then actor_id end) stored,
  round smallint not null,
  prev_round smallint,
  deadline timestamptz not null,
  prev_deadline timestamptz,
  -- the audit record of an arbiter's move
  audit_id bigint constraint dispute_events_own_record unique,
  audit_action text generated always as (action || '_dispute') stored,
  at timestamptz not null default clock_timestamp(),
  -- the clock of the deadlines at that moment; written by a trigger
  clock_at timestamptz not null,
  -- the outage that has ended, and the time that is returned for it
  outage_id uuid,
  outage_length interval,
  command_key text not null,
  primary key (trade_id, seq),
  constraint dispute_events_position unique (trade_id, seq, to_status, round, deadline),
  constraint dispute_events_of_role unique (trade_id, seq, round, actor_role),
  constraint dispute_events_command_once unique (trade_id, command_key),
  constraint dispute_events_first check ((seq = 1) = (from_status = 'none')
    and num_nulls(prev_round, prev_deadline) = case seq when 1 then 2 else 0 end),
  constraint dispute_events_actor_named check ((actor_role = 'system') = (actor_id is null)),
  constraint dispute_events_audited check ((actor_role = 'arbiter') = (audit_id is not null)),
  constraint dispute_events_of_outage check ((action = 'extend_for_outage') = (outage_id is not null)
    and (outage_id is null) = (outage_length is null)),
  constraint dispute_events_outage_once unique (trade_id, outage_id),
  constraint dispute_events_outage foreign key (outage_id, outage_length) references outages (id, length),
  constraint dispute_events_in_time check (actor_role = 'system' or seq = 1 or clock_at <= prev_deadline),
  constraint dispute_events_late check (action <> 'reassign' or clock_at > prev_deadline),
  constraint dispute_events_round check (
    round = case action when 'open' then 1 when 'appeal' then prev_round + 1 else prev_round end and round <= 2),
  constraint dispute_events_deadline check (
    deadline = case
      when to_status = 'closed' then 'infinity'
      when action in ('open', 'appeal') then clock_at + interval '24 hours'
      when action in ('close_statements', 'reassign') then clock_at + interval '48 hours'
      when action = 'extend_for_outage' then prev_deadline + outage_length
      when action = 'decide' then clock_at + case round when 1 then interval '24 hours' else interval '0' end
      else prev_deadline
    end),
  constraint dispute_events_allowed foreign key (from_status, to_status, action, actor_role)
    references dispute_rules (from_status, to_status, action, actor_role),
  constraint dispute_events_chain foreign key (trade_id, prev_seq, from_status, prev_round, prev_deadline)
    references dispute_events (trade_id, seq, to_status, round, deadline),
  constraint dispute_events_of_dispute foreign key (trade_id) references disputes deferrable initially deferred,
  constraint dispute_events_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint dispute_events_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id),
  constraint dispute_events_of_record foreign key (audit_id, trade_id, actor_id, audit_action)
    references audit_log (id, subject, actor_id, action)
);
comment on table dispute_events is 'every move of every case, in order: event n starts where event n-1 ended';
create unique index dispute_events_one_appeal on dispute_events (trade_id) where action = 'appeal';
create unique index dispute_events_one_decision on dispute_events (trade_id, round) where action = 'decide';
create unique index dispute_events_statement_once on dispute_events (trade_id, round, actor_role) where action in ('state', 'appeal');
create unique index dispute_events_accepted_once on dispute_events (trade_id, round, actor_role) where action = 'accept';
create trigger append_only before update on dispute_events for each row execute function refuse_change();
create trigger append_only_whole before truncate on dispute_events execute function refuse_change();
create trigger happens_now before insert on dispute_events
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function dispute_event_clock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.clock_at := deadline_clock(new.at);
  return new;
end $$;
create trigger clock before insert on dispute_events for each row execute function dispute_event_clock();

-- The reference is circular, as that of trades and their events.
alter table disputes add constraint disputes_at_last_event
  foreign key (trade_id, version, status, round, deadline)
  references dispute_events (trade_id, seq, to_status, round, deadline) deferrable initially deferred;

create table dispute_assignments (
  -- refers to its dispute through dispute_assignments_event
  trade_id uuid not null,
  arbiter_id uuid not null references users,
  event_seq int not null,
  -- an arbiter takes a case once: not again after a late decision, nor on appeal
  primary key (trade_id, arbiter_id),
  constraint dispute_assignments_event foreign key (trade_id, event_seq) references dispute_events (trade_id, seq)
);
comment on table dispute_assignments is 'which arbiters have had a case';
create index dispute_assignments_of_arbiter on dispute_assignments (arbiter_id);
create trigger append_only before update on dispute_assignments for each row execute function refuse_change();
create trigger append_only_whole before truncate on dispute_assignments execute function refuse_change();

-- Whether this user has traded with one of these parties in the last 90 days.
create function traded_lately(the_user uuid, buyer uuid, seller uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from trades t
    where (t.buyer_id = the_user and t.seller_id in (buyer, seller)
        or t.seller_id = the_user and t.buyer_id in (buyer, seller))
      and t.moved_at > clock_timestamp() - interval '90 days')
$$;
revoke execute on function traded_lately from public;

-- An arbiter has no part in the trade, and has not traded with its parties lately.
create function arbiter_is_impartial() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d disputes;
begin
  select * into d from disputes where trade_id = new.trade_id;
  if new.arbiter_id in (d.buyer_id, d.seller_id) then
    raise exception 'a party is not the arbiter of its own trade'
      using errcode = 'check_violation', constraint = 'dispute_assignments_own_trade';
  end if;
  if traded_lately(new.arbiter_id, d.buyer_id, d.seller_id) then
    raise exception 'the arbiter traded with a party in the last 90 days'
      using errcode = 'check_violation', constraint = 'dispute_assignments_traded_lately';
  end if;
  if not exists (
    select from dispute_events
    where trade_id = new.trade_id and seq = new.event_seq and action = 'take' and actor_id = new.arbiter_id
  ) then
    raise exception 'an arbiter has a case by taking it'
      using errcode = 'check_violation', constraint = 'dispute_assignments_taken';
  end if;
  return new;
end $$;
create trigger arbiter_is_impartial before insert on dispute_assignments
  for each row execute function arbiter_is_impartial();
create index trades_by_pair on trades (buyer_id, seller_id, moved_at);

create table dispute_statements (
  trade_id uuid not null,
  round smallint not null,
  party_role text not null constraint dispute_statements_party check (party_role in ('buyer', 'seller')),
  event_seq int not null,
  body text not null constraint dispute_statements_body check (char_length(body) between 20 and 2000 and body = btrim(body)),
  primary key (trade_id, round, party_role),
  constraint dispute_statements_event foreign key (trade_id, event_seq, round, party_role)
    references dispute_events (trade_id, seq, round, actor_role)
);
comment on table dispute_statements is 'what each party says happened, once in a round';
create trigger append_only before update on dispute_statements for each row execute function refuse_change();
create trigger append_only_whole before truncate on dispute_statements execute function refuse_change();

create table dispute_decisions (
  trade_id uuid not null,
  round smallint not null,
  arbiter_id uuid not null,
  event_seq int not null,
  outcome text not null constraint dispute_decisions_outcome check (outcome in ('release', 'refund', 'split')),
  usdt_micro bigint not null,
  -- how much of the trade's USDT is released; the taker pays the fee on it
  released_micro bigint not null,
  -- what becomes of the buyer's bond where the USDT goes back to the seller
  bond_outcome text constraint dispute_decisions_bond check (bond_outcome in ('returned', 'awarded', 'burned')),
  reason text not null constraint dispute_decisions_reason check (char_length(reason) between 20 and 2000 and reason = btrim(reason)),
  arbiter_role text not null generated always as ('arbiter') stored,
  primary key (trade_id, round),
  constraint dispute_decisions_amount check (
    case outcome when 'release' then released_micro = usdt_micro when 'refund' then released_micro = 0
      else released_micro > 0 and released_micro < usdt_micro end),
  constraint dispute_decisions_bond_of_refund check (bond_outcome is null or outcome = 'refund'),
  constraint dispute_decisions_of_trade foreign key (trade_id, usdt_micro) references trades (id, usdt_micro),
  constraint dispute_decisions_event foreign key (trade_id, event_seq, round, arbiter_role)
    references dispute_events (trade_id, seq, round, actor_role),
  constraint dispute_decisions_by_assigned foreign key (trade_id, arbiter_id) references dispute_assignments (trade_id, arbiter_id)
);
comment on table dispute_decisions is 'what the arbiter decided, and why: one decision in a round';
create trigger append_only before update on dispute_decisions for each row execute function refuse_change();
create trigger append_only_whole before truncate on dispute_decisions execute function refuse_change();
