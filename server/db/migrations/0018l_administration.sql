-- What staff do about users and offers: suspensions and hidden offers, each by audit records.

-- Staff decide nothing about users with whom they traded in the last 90 days.
create function staff_is_impartial(the_record bigint, the_user uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if traded_lately((select actor_id from audit_log where id = the_record), the_user, the_user) then
    raise exception 'the actor traded with this user in the last 90 days'
      using errcode = 'check_violation', constraint = 'staff_impartial';
  end if;
end $$;
revoke execute on function staff_is_impartial from public;

create table suspensions (
  -- the record of the suspension, which has its reason; the user is told the same reason
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
-- of users_not_suspended are waited for: what they wrote is then seen.
create function apply_suspension() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from offers where owner_id = new.user_id and deleted_at is null order by id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('suspension' || new.user_id, 0));
  update users set suspended_at = case when new.restored_id is null then new.at end where id = new.user_id;
  return null;
end $$;
create trigger apply_suspension after insert or update on suspensions for each row execute function apply_suspension();

-- On tables in which a suspended user writes nothing; the columns that name users are the arguments. The shared lock makes
-- a suspension wait for the transactions that have passed here.
create function users_not_suspended() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_user uuid;
begin
  for of_user in select (to_jsonb(new) ->> name)::uuid as id from unnest(tg_argv) as name order by id loop
    perform pg_advisory_xact_lock_shared(hashtextextended('suspension' || of_user, 0));
    if exists (select from users where id = of_user and suspended_at is not null) then
      raise exception 'this user is suspended' using errcode = 'restrict_violation', constraint = 'users_not_suspended';
    end if;
  end loop;
  return new;
end $$;
create trigger users_not_suspended before insert on quotes
  for each row execute function users_not_suspended('taker_id', 'offer_owner_id');
create trigger users_not_suspended before insert on trades
  for each row execute function users_not_suspended('buyer_id', 'seller_id');
create trigger users_not_suspended before insert on offers
  for each row execute function users_not_suspended('owner_id');
create trigger activation_not_suspended before update on offers
  for each row when (old.status <> 'active' and new.status = 'active') execute function users_not_suspended('owner_id');

create table hidden_offers (
  audit_id bigint primary key,
  offer_id uuid not null references offers,
  action text not null generated always as ('hide_offer') stored,
  -- its owner is told the same reason
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
