-- The switch of each currency, and its legal notice: set by admins, each change by an audit record.

alter table currencies
  add constraint currencies_id unique (id),
  add constraint currencies_id_code unique (id, code);

create table currency_switches (
  audit_id bigint primary key,
  currency_id uuid not null,
  fiat_currency text not null,
  action text not null constraint currency_switches_action check (action in ('switch_currency_off', 'switch_currency_on')),
  at timestamptz not null,
  constraint currency_switches_currency foreign key (currency_id, fiat_currency) references currencies (id, code),
  constraint currency_switches_on_record foreign key (audit_id, currency_id, action) references audit_log (id, subject, action)
);
comment on table currency_switches is
  'when a currency was switched off and on. Of one that is off, no offer is on the market and no quote, trade or offer is made; its open trades go on';
create index currency_switches_of_currency on currency_switches (fiat_currency, audit_id desc);
create trigger append_only before update or delete on currency_switches for each row execute function refuse_change();
create trigger append_only_whole before truncate on currency_switches execute function refuse_change();

-- Everything but the number is that of the audit record. The lock waits for the transactions that have passed
-- currency_available: what they wrote was made before the switch.
create function apply_currency_switch() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select subject, action, at into new.currency_id, new.action, new.at from audit_log where id = new.audit_id;
  select code into new.fiat_currency from currencies where id = new.currency_id;
  if new.fiat_currency is null then
    raise exception 'the audit record is not about a currency'
      using errcode = 'check_violation', constraint = 'currency_switches_currency';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('currency' || new.fiat_currency, 0));
  update currencies set switched_off_at = case new.action when 'switch_currency_off' then new.at end
  where id = new.currency_id and (switched_off_at is null) = (new.action = 'switch_currency_off');
  if not found then
    raise exception 'the currency is switched this way already'
      using errcode = 'check_violation', constraint = 'currency_switches_change';
  end if;
  return new;
end $$;
create trigger apply_currency_switch before insert on currency_switches
  for each row execute function apply_currency_switch();

-- The shared lock makes a switch wait for the transactions that have passed here.
create function currency_available() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- An assignment is no statement: the query below begins after the lock.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('currency' || new.fiat_currency, 0))::text;
begin
  if exists (select from currencies where code = new.fiat_currency and switched_off_at is not null) then
    raise exception 'the currency % is switched off', new.fiat_currency
      using errcode = 'restrict_violation', constraint = tg_table_name || '_currency_available';
  end if;
  return new;
end $$;
create trigger currency_available before insert on offers for each row execute function currency_available();
create trigger currency_still_available before update on offers for each row
  when (new.status = 'active' and (old.status <> 'active' or old.fiat_currency <> new.fiat_currency))
  execute function currency_available();

-- One row in the transaction of the switch for each owner of active offers; the worker notifies them in batches.
create table currency_notifications (
  audit_id bigint not null references currency_switches,
  user_id uuid not null references users on delete cascade,
  primary key (audit_id, user_id)
);
comment on table currency_notifications is 'whom the worker still has to notify of a switch of a currency';
create index currency_notifications_of_user on currency_notifications (user_id);

create function queue_currency_notifications() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- What was not sent yet is out of date.
  delete from currency_notifications n using currency_switches s
  where s.audit_id = n.audit_id and s.fiat_currency = new.fiat_currency;
  insert into currency_notifications
    select distinct new.audit_id, owner_id from offers
    where fiat_currency = new.fiat_currency and status = 'active' and deleted_at is null;
  return null;
end $$;
create trigger queue_currency_notifications after insert on currency_switches
  for each row execute function queue_currency_notifications();

create table currency_notices (
  fiat_currency text not null constraint currency_notices_currency references currencies,
  -- version 1 is that of server/db/first-notices.ts, which migrate writes
  version int not null constraint currency_notices_version_positive check (version >= 1),
  language text not null constraint currency_notices_language references languages,
  -- empty: none
  notice text not null constraint currency_notices_length check (char_length(notice) <= 1000)
    constraint currency_notices_trimmed check (notice = btrim(notice)),
  audit_id bigint,
  currency_id uuid,
  action text generated always as (case when audit_id is not null then 'edit_currency_notice' end) stored,
  primary key (fiat_currency, version, language),
  constraint currency_notices_once unique (audit_id, language),
  constraint currency_notices_recorded check ((audit_id is null) = (version = 1) and (currency_id is null) = (version = 1)),
  constraint currency_notices_own_currency foreign key (currency_id, fiat_currency) references currencies (id, code),
  constraint currency_notices_on_record foreign key (audit_id, currency_id, action) references audit_log (id, subject, action)
);
comment on table currency_notices is
  'the legal notices of the currencies: the last version is shown, the earlier ones say what was shown before';

create function currency_notice_as_recorded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.audit_id is not null then
    select subject into new.currency_id from audit_log where id = new.audit_id;
  end if;
  -- The lock that recording an action takes lets the versions be written one after the other.
  if new.version <> 1 + (
    select coalesce(max(version), 0) from currency_notices
    where fiat_currency = new.fiat_currency and audit_id is distinct from new.audit_id)
  then
    raise exception 'a notice that changes gets the next version'
      using errcode = 'restrict_violation', constraint = 'currency_notices_version_steps';
  end if;
  return new;
end $$;
create trigger append_only before update or delete on currency_notices for each row execute function refuse_change();
create trigger append_only_whole before truncate on currency_notices execute function refuse_change();

create trigger currency_notice_as_recorded before insert on currency_notices
  for each row execute function currency_notice_as_recorded();
