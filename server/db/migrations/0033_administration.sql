-- What staff do about users and offers: suspensions and hidden offers, each by audit records.

-- Staff decide nothing about users with whom they traded or were in one team in the last 90 days.
create function staff_is_impartial(the_record bigint, the_user uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor constant uuid := (select actor_id from audit_log where id = the_record);
begin
  if traded_lately(actor, the_user, the_user) or teamed_lately(actor, the_user, the_user) then
    raise exception 'the actor traded or was in one team with this user in the last 90 days'
      using errcode = 'check_violation', constraint = 'staff_impartial';
  end if;
end $$;
revoke execute on function staff_is_impartial from public;

create table suspensions (
  -- the record of the suspension, which has its reason; the user reads the same reason
  audit_id bigint primary key,
  user_id uuid not null references users,
  action text not null generated always as ('suspend_user') stored,
  reason text not null,
  at timestamptz not null,
  restored_id bigint constraint suspensions_restored_once unique,
  restored_action text generated always as (case when restored_id is not null then 'restore_user' end) stored,
  restored_reason text,
  restored_at timestamptz,
  constraint suspensions_on_record foreign key (audit_id, user_id, action) references audit_log (id, subject, action),
  constraint suspensions_restored_on_record foreign key (restored_id, user_id, restored_action)
    references audit_log (id, subject, action)
);
comment on table suspensions is
  'a suspended user finishes their open trades, but opens no trade and posts or activates no offer, and their offers leave the market';
create unique index suspensions_one_open on suspensions (user_id) where restored_id is null;
create index suspensions_of_user on suspensions (user_id, audit_id desc);
create index suspensions_open on suspensions (audit_id desc) where restored_id is null;

-- Reasons and moments are those of the audit records.
create function suspension_as_recorded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    select reason, at into new.reason, new.at from audit_log where id = new.audit_id;
    perform staff_is_impartial(new.audit_id, new.user_id);
    if exists (select from staff_members where user_id = new.user_id) then
      raise exception 'a role is revoked before its holder is suspended'
        using errcode = 'check_violation', constraint = 'suspensions_not_of_staff';
    end if;
    if new.restored_id is not null then
      raise exception 'a suspension begins open' using errcode = 'check_violation', constraint = 'suspensions_begin_open';
    end if;
    return new;
  end if;
  if old.restored_id is not null or (new.audit_id, new.user_id, new.reason, new.at) is distinct from
    (old.audit_id, old.user_id, old.reason, old.at) then
    raise exception 'a suspension ends once' using errcode = 'restrict_violation', constraint = 'suspensions_append_only';
  end if;
  select reason, at into new.restored_reason, new.restored_at from audit_log where id = new.restored_id;
  perform staff_is_impartial(new.restored_id, new.user_id);
  return new;
end $$;
create trigger suspension_as_recorded before insert or update on suspensions
  for each row execute function suspension_as_recorded();
create trigger append_only_whole before truncate on suspensions execute function refuse_change();

-- Offers are locked before their owner, in the order in which opening a trade locks them. Transactions that hold the lock
-- of users_may_trade, or of quote_may_be_made, are waited for: what they wrote is then seen. Sessions in which the user acts for a team end.
create function apply_suspension() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from offers where owner_id = new.user_id and deleted_at is null order by id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('may trade' || new.user_id, 0));
  update users set suspended_at = case when new.restored_id is null then new.at end where id = new.user_id;
  delete from sessions where user_id = new.user_id and acting_for is not null and new.restored_id is null;
  return null;
end $$;
create trigger apply_suspension after insert or update on suspensions for each row execute function apply_suspension();

-- Neither a suspended user nor an arbiter has an active offer. The shared lock makes a suspension, and the grant of the role, wait for the
-- transactions that have passed here.
create function users_may_trade() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- An assignment is no statement: the query below begins after the lock.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('may trade' || new.owner_id, 0))::text;
  is_suspended boolean;
  is_arbiter boolean;
begin
  select suspended_at is not null, exists (select from staff_members where user_id = users.id and role = 'arbiter')
  into is_suspended, is_arbiter from users where id = new.owner_id;
  if is_suspended then
    raise exception 'this user is suspended' using errcode = 'restrict_violation', constraint = 'users_not_suspended';
  end if;
  if is_arbiter then
    raise exception 'an arbiter does not trade' using errcode = 'restrict_violation', constraint = 'arbiters_do_not_trade';
  end if;
  return new;
end $$;
create trigger users_may_trade before insert on offers for each row execute function users_may_trade();
create trigger activation_may_trade before update on offers
  for each row when (old.status <> 'active' and new.status = 'active') execute function users_may_trade();

-- No trade with an arbiter is opened while the role lasts: otherwise a party would make its arbiter partial by taking an offer,
-- or find out who the arbiter is, because one trader's offers are refused. Nor does an arbiter act for the owner of a team.
create function arbiter_has_no_active_offer() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('may trade' || new.user_id, 0));
  if exists (select from offers where owner_id = new.user_id and status = 'active' and deleted_at is null) then
    raise exception 'a user with active offers is no arbiter'
      using errcode = 'check_violation', constraint = 'staff_members_arbiter_without_offers';
  end if;
  if exists (select from team_members where member_id = new.user_id and accepted_at is not null and ended_at is null) then
    raise exception 'a member of a team is no arbiter'
      using errcode = 'check_violation', constraint = 'staff_members_arbiter_without_team';
  end if;
  -- Trades that were being opened meanwhile are older.
  if tg_op = 'INSERT' then new.granted_at := clock_timestamp(); end if;
  return new;
end $$;
create trigger arbiter_has_no_active_offer before insert or update of user_id, role on staff_members
  for each row when (new.role = 'arbiter') execute function arbiter_has_no_active_offer();

create table suspended_email_keys (
  id uuid primary key,
  -- a random key in an envelope (server/db/encryption/envelope.ts), so that fingerprints outlive a rotation of SECRET
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table suspended_email_keys is
  'the key of the fingerprints in suspended_emails, created once; a further one only where SECRET was lost';
create trigger append_only before update on suspended_email_keys for each row execute function only_resealed();

create table suspended_emails (
  user_id uuid not null references users,
  -- a keyed hash: equal addresses have equal hashes, and without the key no reader of the database can test a guess
  fingerprint text not null constraint suspended_emails_fingerprint_form check (fingerprint ~ '^[A-Za-z0-9_-]{43}$'),
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, fingerprint)
);
comment on table suspended_emails is
  'addresses that a suspended user gave up, by a change or by deleting the account: no other account gets them while the suspension lasts';
create index suspended_emails_by_fingerprint on suspended_emails (fingerprint);
create trigger happens_now before insert on suspended_emails
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger append_only before update on suspended_emails for each row execute function refuse_change();
create trigger append_only_whole before truncate on suspended_emails execute function refuse_change();

create function suspended_email_of_suspended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from suspensions where user_id = new.user_id and restored_id is null) then return new; end if;
  raise exception 'only addresses of suspended users are listed'
    using errcode = 'check_violation', constraint = 'suspended_emails_of_suspended';
end $$;
create trigger suspended_email_of_suspended before insert on suspended_emails
  for each row execute function suspended_email_of_suspended();

create function release_suspended_emails() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from suspended_emails where user_id = new.user_id;
  return null;
end $$;
create trigger release_suspended_emails after update on suspensions
  for each row when (new.restored_id is not null) execute function release_suspended_emails();

create table hidden_offers (
  audit_id bigint primary key,
  offer_id uuid not null references offers,
  action text not null generated always as ('hide_offer') stored,
  -- its owner reads the same reason
  reason text not null,
  at timestamptz not null,
  unhidden_id bigint constraint hidden_offers_unhidden_once unique,
  unhidden_action text generated always as (case when unhidden_id is not null then 'unhide_offer' end) stored,
  unhidden_reason text,
  unhidden_at timestamptz,
  constraint hidden_offers_on_record foreign key (audit_id, offer_id, action) references audit_log (id, subject, action),
  constraint hidden_offers_unhidden_on_record foreign key (unhidden_id, offer_id, unhidden_action)
    references audit_log (id, subject, action)
);
comment on table hidden_offers is 'an offer that staff have hidden is shown to its owner only, with the reason';
create unique index hidden_offers_one_open on hidden_offers (offer_id) where unhidden_id is null;
create index hidden_offers_of_offer on hidden_offers (offer_id, audit_id desc);
create index hidden_offers_open on hidden_offers (audit_id desc) where unhidden_id is null;

create function hidden_offer_as_recorded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner constant uuid := (select owner_id from offers where id = new.offer_id);
begin
  if tg_op = 'INSERT' then
    select reason, at into new.reason, new.at from audit_log where id = new.audit_id;
    if (select actor_id from audit_log where id = new.audit_id) = owner then
      raise exception 'an admin hides no own offer' using errcode = 'check_violation', constraint = 'hidden_offers_not_own';
    end if;
    perform staff_is_impartial(new.audit_id, owner);
    if new.unhidden_id is not null then
      raise exception 'an offer is hidden first' using errcode = 'check_violation', constraint = 'hidden_offers_begin_open';
    end if;
    return new;
  end if;
  if old.unhidden_id is not null or (new.audit_id, new.offer_id, new.reason, new.at) is distinct from
    (old.audit_id, old.offer_id, old.reason, old.at) then
    raise exception 'an offer is unhidden once' using errcode = 'restrict_violation', constraint = 'hidden_offers_append_only';
  end if;
  select reason, at into new.unhidden_reason, new.unhidden_at from audit_log where id = new.unhidden_id;
  if (select actor_id from audit_log where id = new.unhidden_id) = owner then
    raise exception 'an admin unhides no own offer' using errcode = 'check_violation', constraint = 'hidden_offers_not_own';
  end if;
  perform staff_is_impartial(new.unhidden_id, owner);
  return new;
end $$;
create trigger hidden_offer_as_recorded before insert or update on hidden_offers
  for each row execute function hidden_offer_as_recorded();
create trigger append_only_whole before truncate on hidden_offers execute function refuse_change();

create function apply_hidden_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update offers set hidden_at = case when new.unhidden_id is null then new.at end where id = new.offer_id;
  return null;
end $$;
create trigger apply_hidden_offer after insert or update on hidden_offers for each row execute function apply_hidden_offer();

create table removed_ratings (
  audit_id bigint primary key,
  rating_id uuid not null constraint removed_ratings_once unique references ratings (id),
  action text not null generated always as ('remove_rating') stored,
  -- its author is given the same reason
  reason text not null,
  at timestamptz not null,
  constraint removed_ratings_on_record foreign key (audit_id, rating_id, action) references audit_log (id, subject, action)
);
comment on table removed_ratings is 'published ratings that staff have removed for good: only the author still reads one, with the reason';

-- The users are locked before the rating, in id order, as publishing one and deleting an account lock them.
create function removed_rating_as_recorded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r ratings;
begin
  select reason, at into new.reason, new.at from audit_log where id = new.audit_id;
  select * into r from ratings where id = new.rating_id;
  perform from users where id in (r.rater_id, r.rated_id) order by id for no key update;
  if r.published_at is null then
    raise exception 'only a published rating is removed'
      using errcode = 'check_violation', constraint = 'removed_ratings_published';
  end if;
  if (select actor_id from audit_log where id = new.audit_id) in (r.rater_id, r.rated_id) then
    raise exception 'an admin removes no rating of their own trade'
      using errcode = 'check_violation', constraint = 'removed_ratings_not_own';
  end if;
  perform staff_is_impartial(new.audit_id, r.rater_id);
  perform staff_is_impartial(new.audit_id, r.rated_id);
  return new;
end $$;
create trigger removed_rating_as_recorded before insert on removed_ratings
  for each row execute function removed_rating_as_recorded();
create trigger append_only before update on removed_ratings for each row execute function refuse_change();
create trigger append_only_whole before truncate on removed_ratings execute function refuse_change();

create function apply_removed_rating() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ratings set removed_at = new.at where id = new.rating_id;
  return null;
end $$;
create trigger apply_removed_rating after insert on removed_ratings for each row execute function apply_removed_rating();

-- Admins close no report that they sent, about themselves or a rating given to them, or about users whom they met lately.
create function report_is_closed_impartially() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rated constant uuid := (select rated_id from ratings where id = new.subject_id and new.subject_kind = 'rating');
begin
  if (select actor_id from audit_log where id = new.closing_id) in (new.reporter_id, new.reported_id, rated) then
    raise exception 'another admin closes this report' using errcode = 'check_violation', constraint = 'reports_closed_by_another';
  end if;
  perform staff_is_impartial(new.closing_id, new.reported_id);
  perform staff_is_impartial(new.closing_id, rated);
  return new;
end $$;
create trigger report_is_closed_impartially before update of closing_id on reports
  for each row when (old.closing_id is null and new.closing_id is not null) execute function report_is_closed_impartially();

-- If every impartial arbiter has already had a case, it would be reassigned without end. An admin then readmits one of
-- them and records the reason. An arbiter still decides, never a partial one and never the admin.
create table dispute_readmissions (
  audit_id bigint primary key,
  trade_id uuid not null references disputes,
  arbiter_id uuid not null references users,
  action text not null generated always as ('readmit_arbiter') stored,
  -- the event by which the arbiter took the case again
  event_seq int,
  constraint dispute_readmissions_on_record foreign key (audit_id, trade_id, action) references audit_log (id, subject, action),
  constraint dispute_readmissions_event foreign key (trade_id, event_seq) references dispute_events (trade_id, seq)
);
comment on table dispute_readmissions is 'former arbiters of a case who may take it once more, because no other arbiter can';
create unique index dispute_readmissions_one_open on dispute_readmissions (trade_id, arbiter_id) where event_seq is null;
create index dispute_readmissions_of_arbiter on dispute_readmissions (arbiter_id);
create unique index dispute_readmissions_of_event on dispute_readmissions (trade_id, event_seq);
create index disputes_waiting on disputes ((-late_decisions), opened_at, trade_id)
  where arbiter_id is null and status in ('statements', 'deciding');

-- Whether this user is a party, or traded or was in one team with a party in the last 90 days.
create function is_partial(the_user uuid, d disputes) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select the_user in (d.buyer_id, d.seller_id) or traded_lately(the_user, d.buyer_id, d.seller_id)
    or teamed_lately(the_user, d.buyer_id, d.seller_id)
$$;
revoke execute on function is_partial from public;

create function readmission_is_last_resort() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  d disputes;
  the_admin constant uuid := (select actor_id from audit_log where id = new.audit_id);
begin
  select * into d from disputes where trade_id = new.trade_id;
  if is_partial(new.arbiter_id, d) then
    raise exception 'a partial arbiter is not readmitted'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_impartial';
  end if;
  if tg_op = 'UPDATE' then
    if old.event_seq is not null or (new.audit_id, new.trade_id, new.arbiter_id) is distinct from
        (old.audit_id, old.trade_id, old.arbiter_id)
      or not exists (select from dispute_events
        where trade_id = new.trade_id and seq = new.event_seq and action = 'take' and actor_id = new.arbiter_id) then
      raise exception 'a readmission is used once, by taking the case'
        using errcode = 'restrict_violation', constraint = 'dispute_readmissions_append_only';
    end if;
    return new;
  end if;
  if new.event_seq is not null or d.arbiter_id is not null or d.status not in ('statements', 'deciding') then
    raise exception 'the case waits for no arbiter'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_of_waiting_case';
  end if;
  if the_admin = new.arbiter_id or is_partial(the_admin, d) then
    raise exception 'this admin has an interest in the case'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_by_impartial_admin';
  end if;
  if not exists (select from dispute_assignments where trade_id = new.trade_id and arbiter_id = new.arbiter_id)
    or not exists (select from staff_members where user_id = new.arbiter_id and role = 'arbiter') then
    raise exception 'only a former arbiter of the case is readmitted'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_of_former_arbiter';
  end if;
  if exists (
    select from staff_members m
    where m.role = 'arbiter' and m.user_id <> new.arbiter_id and not is_partial(m.user_id, d)
      and (not exists (select from dispute_assignments where trade_id = new.trade_id and arbiter_id = m.user_id)
        or exists (select from dispute_readmissions
          where trade_id = new.trade_id and arbiter_id = m.user_id and event_seq is null)
        or (exists (select from dispute_decisions where trade_id = new.trade_id and arbiter_id = new.arbiter_id)
          and not exists (select from dispute_decisions where trade_id = new.trade_id and arbiter_id = m.user_id)))
  ) then
    raise exception 'another arbiter comes first'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_last_resort';
  end if;
  return new;
end $$;
create trigger readmission_is_last_resort before insert or update on dispute_readmissions
  for each row execute function readmission_is_last_resort();
create trigger append_only_whole before truncate on dispute_readmissions execute function refuse_change();

create constraint trigger dispute_agrees after insert or update on dispute_readmissions
  deferrable initially deferred for each row execute function dispute_agrees();

-- When each rule of the view violations was last read, and what broke it: the overview of the admins says so.
create table violation_checks (
  rule text primary key,
  found int not null default 0,
  checked_at timestamptz
);
comment on table violation_checks is 'the latest reading of each view violations_…, by the worker in turn; 0040_violations.sql adds the rows';

-- Reads the view that was read least recently, unless that is less than a minute ago. Of two callers one reads.
create function check_next_rule() returns text language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next_rule constant text := (
    select rule from violation_checks
    where checked_at is null or checked_at < clock_timestamp() - interval '1 minute'
    order by checked_at nulls first, rule limit 1 for no key update skip locked);
  broken int;
begin
  if next_rule is null then return null; end if;
  execute format('select count(*) from (select from %I limit 1000) broken', 'violations_' || next_rule) into broken;
  update violation_checks set found = broken, checked_at = clock_timestamp() where rule = next_rule;
  return next_rule;
end $$;
revoke execute on function check_next_rule from public;
