-- Whose account a payment comes from: declared by the buyer with the payment mark, and checked by the seller.

insert into limits values ('payer_checks', 20);

create table payer_declarations (
  id uuid primary key,
  trade_id uuid not null,
  -- the event of the payment mark
  seq int not null,
  buyer_id uuid not null,
  -- the name on the account that the money leaves (server/db/encryption); null once erased
  sealed bytea constraint payer_declarations_sealed check (octet_length(sealed) between 99 and 497),
  erased_at timestamptz,
  constraint payer_declarations_once unique (trade_id, seq),
  constraint payer_declarations_erased check ((sealed is null) = (erased_at is not null)),
  constraint payer_declarations_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint payer_declarations_of_event foreign key (trade_id, seq) references trade_events (trade_id, seq)
    deferrable initially deferred
);
comment on table payer_declarations is
  'the name of the payer that the buyer declared with each payment mark; nothing of it can be read in the database';
create index payer_declarations_to_erase on payer_declarations (trade_id) where erased_at is null;
create trigger append_only_whole before truncate on payer_declarations execute function refuse_change();

create table payer_checks (
  id uuid primary key,
  trade_id uuid not null,
  number int not null,
  -- the declaration that the typed name was compared with
  declaration_seq int not null,
  seller_id uuid not null,
  -- the sender's name that the seller typed (server/db/encryption); null once erased
  sealed bytea constraint payer_checks_sealed check (octet_length(sealed) between 99 and 497),
  erased_at timestamptz,
  -- whether the names are one (domain/payments/payer-names.ts)
  is_same boolean not null,
  -- whether the seller stated that they are one person's all the same
  is_stated boolean not null,
  at timestamptz not null default clock_timestamp(),
  constraint payer_checks_numbered unique (trade_id, number),
  constraint payer_checks_one_result check (not (is_same and is_stated)),
  constraint payer_checks_erased check ((sealed is null) = (erased_at is not null)),
  constraint payer_checks_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id),
  constraint payer_checks_of_declaration foreign key (trade_id, declaration_seq) references payer_declarations (trade_id, seq)
);
comment on table payer_checks is
  'each comparison of the sender''s name that the seller typed with the declared one. A receipt is confirmed with one that is the same or stated';
create unique index payer_checks_one_accepted on payer_checks (trade_id) where is_same or is_stated;
create trigger append_only_whole before truncate on payer_checks execute function refuse_change();
create trigger happens_now before insert on payer_checks
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function is_marked_paid(the_trade uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select coalesce((select action = 'mark_paid' from trade_events
    where trade_id = the_trade and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1), false)
$$;
comment on function is_marked_paid is 'whether the buyer marked the trade as paid and did not withdraw the mark; an objection disputes a trade without one';
revoke execute on function is_marked_paid from public;

create function payer_check_allowed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_paid boolean;
  is_latest boolean;
  is_next boolean;
begin
  select exists (select from trades where id = new.trade_id and status in ('payment_sent', 'disputed')) and is_marked_paid(new.trade_id),
    new.declaration_seq is not distinct from (select max(seq) from payer_declarations where trade_id = new.trade_id),
    new.number = 1 + (select count(*) from payer_checks where trade_id = new.trade_id)
  into is_paid, is_latest, is_next;
  if not is_paid then
    raise exception 'the payer is checked while the trade is marked as paid, or disputed after that'
      using errcode = 'check_violation', constraint = 'payer_checks_while_paid';
  end if;
  if not is_latest then
    raise exception 'the latest declaration is checked'
      using errcode = 'check_violation', constraint = 'payer_checks_of_latest';
  end if;
  if not is_next then
    raise exception 'the checks of a trade are numbered from 1 on'
      using errcode = 'check_violation', constraint = 'payer_checks_in_order';
  end if;
  if not (new.is_same or new.is_stated) and new.number > limit_of('payer_checks') then
    raise exception 'at most % names that differ are kept for a trade', limit_of('payer_checks')
      using errcode = 'check_violation', constraint = 'payer_checks_within_limit';
  end if;
  return new;
end $$;
create trigger payer_check_allowed before insert on payer_checks for each row execute function payer_check_allowed();

-- That two names are one person's is what a person states: a program that leaked would replace the comparison by its word.
create function payer_stated_by_person() returns trigger language plpgsql as $$
begin
  raise exception 'an API key states nothing about a person'
    using errcode = 'restrict_violation', constraint = 'payer_checks_stated_by_person';
end $$;
create trigger payer_stated_by_person before insert on payer_checks for each row
  when (new.is_stated and acting_key() is not null) execute function payer_stated_by_person();

------------------------------------------------------------------------------ payments in person: the codes of a meeting

create table meeting_codes (
  trade_id uuid not null,
  -- the event that makes it: the opening and a withdrawn mark make the seller's, a payment mark the buyer's
  seq int not null,
  -- the party that sees it and shows it at the meeting, where the other one types it
  holder_id uuid not null,
  -- null once it was typed or the trade has ended
  code text constraint meeting_codes_form check (code ~ '^[0-9]{6}$'),
  primary key (trade_id, seq),
  constraint meeting_codes_of_event foreign key (trade_id, seq) references trade_events (trade_id, seq)
    deferrable initially deferred
);
comment on table meeting_codes is 'what a party shows at a meeting: the seller before the payment mark, the buyer after it';
create index meeting_codes_to_erase on meeting_codes (trade_id) where code is not null;
create trigger append_only_whole before truncate on meeting_codes execute function refuse_change();

create function meeting_code_frozen() returns trigger language plpgsql as $$
begin
  if new.code is null and to_jsonb(new) - 'code' = to_jsonb(old) - 'code' then return new; end if;
  raise exception 'a code is erased and never changed'
    using errcode = 'restrict_violation', constraint = 'meeting_codes_append_only';
end $$;
create trigger append_only before update on meeting_codes for each row execute function meeting_code_frozen();

insert into limits values ('meeting_code_attempts', 10);

create table meeting_code_attempts (
  trade_id uuid not null,
  typist_id uuid not null,
  -- from 1 on, of each party
  number int not null,
  -- of the code that the typed one was compared with
  code_seq int not null,
  is_right boolean not null,
  at timestamptz not null default clock_timestamp(),
  primary key (trade_id, typist_id, number),
  constraint meeting_code_attempts_number check (number >= 1),
  constraint meeting_code_attempts_of_code foreign key (trade_id, code_seq) references meeting_codes (trade_id, seq)
);
comment on table meeting_code_attempts is
  'each code that a party typed, without its digits: a payment mark and a receipt in person need a right one';
create unique index meeting_code_attempts_one_right on meeting_code_attempts (trade_id, code_seq) where is_right;
create trigger happens_now before insert on meeting_code_attempts
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger append_only before update on meeting_code_attempts for each row execute function refuse_change();
create trigger append_only_whole before truncate on meeting_code_attempts execute function refuse_change();

-- Compares what a party types with the code that the other one shows now, keeps the attempt, and erases a code that was right. No row
-- where the party has used all attempts. The server may call it and can neither write an attempt nor read the code.
create function type_meeting_code(the_trade uuid, typist uuid, typed text) returns table (is_right boolean, attempts_left int)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shown meeting_codes;
  attempts int;
begin
  if acting_key() is not null then
    raise exception 'an API key meets no party'
      using errcode = 'restrict_violation', constraint = 'meeting_code_attempts_by_person';
  end if;
  -- The lock that a move takes: attempts at the same time are counted one after another.
  perform from trades where id = the_trade for no key update;
  select c.* into shown
    from trades t join meeting_codes c on c.trade_id = t.id
    where t.id = the_trade and (coalesce(sees_all(), true) or viewer_id() = typist)
      and (t.status, typist, c.holder_id)
        in (('awaiting_payment', t.buyer_id, t.seller_id), ('payment_sent', t.seller_id, t.buyer_id))
    order by c.seq desc limit 1;
  if not found then
    raise exception 'a party types the code that the other one shows'
      using errcode = 'check_violation', constraint = 'meeting_code_attempts_while_shown';
  end if;
  attempts := 1 + (select count(*) from meeting_code_attempts a where a.trade_id = the_trade and a.typist_id = typist);
  if attempts > limit_of('meeting_code_attempts') then return; end if;
  is_right := coalesce(shown.code = typed, false);
  attempts_left := limit_of('meeting_code_attempts') - attempts;
  insert into meeting_code_attempts (trade_id, typist_id, number, code_seq, is_right)
    values (the_trade, typist, attempts, shown.seq, type_meeting_code.is_right);
  if is_right then
    update meeting_codes c set code = null where c.trade_id = the_trade and c.seq = shown.seq;
  end if;
  return next;
end $$;
revoke execute on function type_meeting_code from public;

create function meets_in_person(the_trade uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_in_person(payment_method) from trades where id = the_trade
$$;
revoke execute on function meets_in_person from public;

create function is_meeting_code_typed(the_trade uuid, before_seq int) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from meeting_code_attempts
    where trade_id = the_trade and is_right
      and code_seq = (select max(seq) from meeting_codes where trade_id = the_trade and seq < before_seq))
$$;
comment on function is_meeting_code_typed is 'whether the code that was shown before this event was typed';
revoke execute on function is_meeting_code_typed from public;

create function meeting_code_of_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from trade_events e join trades t on t.id = e.trade_id and is_in_person(t.payment_method)
    where e.trade_id = new.trade_id and e.seq = new.seq
      and new.holder_id = case when e.action in ('open', 'withdraw_payment_mark') then t.seller_id
        when e.action = 'mark_paid' then t.buyer_id end) then return null; end if;
  raise exception 'a code belongs to an opening, a payment mark or its withdrawal in a trade in person'
    using errcode = 'check_violation', constraint = 'meeting_codes_of_meeting';
end $$;
create constraint trigger of_event after insert on meeting_codes deferrable initially deferred
  for each row execute function meeting_code_of_event();

create function meeting_code_with_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from trade_events e join trades t on t.id = e.trade_id
    where e.trade_id = new.trade_id and e.seq > new.code_seq
      and (e.action, new.typist_id) in (('mark_paid', t.buyer_id), ('confirm_receipt', t.seller_id))) then return null; end if;
  raise exception 'a right code is part of a payment mark or a confirmation'
    using errcode = 'check_violation', constraint = 'meeting_code_attempts_of_move';
end $$;
create constraint trigger with_move after insert on meeting_code_attempts deferrable initially deferred
  for each row when (new.is_right) execute function meeting_code_with_move();

-- At commit: no payment mark without the name of its payer, or in person the codes of both parties, none to a payee of another name, and
-- none of a buyer without a completed trade without a proof; no declaration without a payment mark, no confirmation of a marked payment
-- without a check that accepts the payer, or in person the buyer's code, and no such check without a confirmation.
-- One trigger of each event looks at its trade, too: what else is held against the trade at commit is in 0012_escrow.sql.
create function event_agrees() returns trigger language plpgsql security definer set search_path = public, pg_temp
-- Each action needs another part of the statement: without it each call would be planned again.
set plan_cache_mode = force_generic_plan as $$
declare
  is_named boolean;
  is_payee_refused boolean;
  is_proof_missing boolean;
  is_within boolean;
begin
  select case
      when new.action not in ('mark_paid', 'confirm_receipt') then true
      when case new.action when 'mark_paid' then exists (select from payer_declarations where trade_id = new.trade_id and seq = new.seq)
        else exists (
          select from payer_checks c where c.trade_id = new.trade_id and (c.is_same or c.is_stated)
            and c.declaration_seq = (select max(seq) from payer_declarations where trade_id = new.trade_id and seq < new.seq))
          or new.from_status = 'disputed' and not is_marked_paid(new.trade_id) end then true
      -- Asked only where no name has answered: a trade in person has none.
      when not meets_in_person(new.trade_id) then false
      -- in a dispute the parties do not meet again
      when new.action = 'confirm_receipt' and new.from_status = 'disputed' then true
      else is_meeting_code_typed(new.trade_id, new.seq)
        and (new.action = 'confirm_receipt' or exists (select from meeting_codes where trade_id = new.trade_id and seq = new.seq)) end,
    new.action = 'mark_paid'
      and (select answer = 'no_match' from payee_answers where trade_id = new.trade_id order by number desc limit 1),
    new.action = 'mark_paid' and exists (select from trades_without_proof where trade_id = new.trade_id),
    exists (select from trades where id = new.trade_id and version >= new.seq)
  into is_named, is_payee_refused, is_proof_missing, is_within;
  if not is_named and new.action = 'mark_paid' then
    raise exception 'a payment mark names its payer, or in person has the codes of the meeting'
      using errcode = 'check_violation', constraint = 'trade_events_payer_declared';
  elsif is_payee_refused then
    raise exception 'nothing is paid to a payee whose name does not match'
      using errcode = 'check_violation', constraint = 'trade_events_payee_matches';
  elsif is_proof_missing then
    raise exception 'the payment mark of a buyer without a completed trade needs a proof of payment'
      using errcode = 'check_violation', constraint = 'trade_events_new_buyer_has_proof';
  elsif not is_named then
    raise exception 'a receipt is confirmed after a check of the payer, or in person with the code of the buyer'
      using errcode = 'check_violation', constraint = 'trade_events_payer_checked';
  elsif not is_within then
    raise exception 'trade % has an event after its version', new.trade_id
      using errcode = 'check_violation', constraint = 'trades_stands_at_last_event';
  end if;
  return null;
end $$;
create constraint trigger event_agrees after insert on trade_events deferrable initially deferred
  for each row execute function event_agrees();

create function payer_declared_with_mark() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from trade_events e join trades t on t.id = e.trade_id join payment_methods m on m.method = t.payment_method and not m.is_in_person
    where e.trade_id = new.trade_id and e.seq = new.seq and e.action = 'mark_paid') then return null; end if;
  if meets_in_person(new.trade_id) then
    raise exception 'no payer is declared where the parties meet'
      using errcode = 'check_violation', constraint = 'payer_declarations_not_in_person';
  end if;
  raise exception 'a payer is declared with a payment mark'
    using errcode = 'check_violation', constraint = 'payer_declarations_of_mark';
end $$;
create constraint trigger payer_declared_with_mark after insert on payer_declarations deferrable initially deferred
  for each row execute function payer_declared_with_mark();

create function payer_accepted_with_confirmation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from trade_events where trade_id = new.trade_id and seq > new.declaration_seq and action = 'confirm_receipt'
  ) then return null; end if;
  raise exception 'a check that accepts the payer is part of a confirmation'
    using errcode = 'check_violation', constraint = 'payer_checks_of_confirmation';
end $$;
create constraint trigger payer_accepted_with_confirmation after insert on payer_checks deferrable initially deferred
  for each row when (new.is_same or new.is_stated) execute function payer_accepted_with_confirmation();
