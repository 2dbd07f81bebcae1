-- Reports about users, offers, ratings and chat messages, which staff read and close.

create table report_reasons (
  subject_kind text not null,
  reason text not null,
  primary key (subject_kind, reason)
);
comment on table report_reasons is 'what can be reported, and for which reasons; written by migrate from domain/profiles/reports.ts';

insert into limits values ('reports_per_day', 10);

create table report_outcomes (outcome text primary key);
comment on table report_outcomes is 'how a report is closed; written by migrate from domain/profiles/reports.ts';

create table reports (
  id uuid primary key default gen_random_uuid(),
  -- both stay after the accounts are deleted, as pseudonyms
  reporter_id uuid references users on delete set null,
  -- the user, the owner of the offer, the author of the rating or the sender of the message
  reported_id uuid references users on delete set null,
  subject_kind text not null,
  -- the user, the offer, the rating, or the trade of the message; no foreign key, because it may be purged first
  subject_id uuid not null,
  message_seq int,
  reason text not null,
  text text not null,
  -- the reported text as it was at that moment: its author may change it, and a message may be purged
  excerpt text not null default '' constraint reports_excerpt check (char_length(excerpt) <= 4000),
  at timestamptz not null default clock_timestamp(),
  -- a report is closed by the audit record about it
  closing_id bigint,
  outcome text constraint reports_outcome references report_outcomes,
  -- where the reports about one user were decided together: the one that the record is about
  closed_with uuid constraint reports_closed_with_another
    check (closed_with is null or (closed_with <> id and closing_id is not null)),
  recorded_id uuid not null generated always as (coalesce(closed_with, id)) stored,
  constraint reports_closed_with_outcome check ((closing_id is null) = (outcome is null)),
  constraint reports_not_about_oneself check (reporter_id <> reported_id),
  constraint reports_reason foreign key (subject_kind, reason) references report_reasons (subject_kind, reason),
  constraint reports_message_named check ((subject_kind = 'message') = (message_seq is not null)),
  constraint reports_text check (char_length(text) <= 1000 and (reason <> 'other' or char_length(text) >= 20) and text = btrim(text)),
  constraint reports_closed_on_record foreign key (closing_id, recorded_id) references audit_log (id, subject)
);
comment on table reports is 'what users report to staff; only the reporter and staff read a report';
create unique index reports_one_open on reports (reporter_id, subject_kind, subject_id, coalesce(message_seq, 0))
  where closing_id is null;
create index reports_open on reports (at, id) where closing_id is null;
create index reports_of_reporter on reports (reporter_id, at);
create index reports_of_reported on reports (reported_id, at, id);
create index reports_closed on reports (closing_id desc) where closing_id is not null;
create index reports_by_age on reports (at);
create trigger happens_now before insert on reports
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger user_not_deleted before insert on reports for each row execute function user_not_deleted('reporter_id');
create trigger append_only_whole before truncate on reports execute function refuse_change();

-- Whose text the subject of a report is, and the text; no row where the reporter cannot see the subject. It runs with the
-- rights of its caller: row-level security shows the server only what the reporter sees.
create function report_subject(the_kind text, the_subject uuid, the_seq int, the_reporter uuid)
returns table (reported_id uuid, excerpt text) language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
    select u.id, u.bio from users u
    where the_kind = 'user' and u.id = the_subject and u.deleted_at is null
    union all
    select o.owner_id, o.terms from offers o
    where the_kind = 'offer' and o.id = the_subject and o.deleted_at is null
    union all
    select r.rater_id, r.comment from ratings r
    where the_kind = 'rating' and r.id = the_subject and r.published_at is not null and r.removed_at is null
    union all
    select m.sender_id, left(m.body, 4000) from messages m join trades t on t.id = m.trade_id
    where the_kind = 'message' and m.trade_id = the_subject and m.seq = the_seq
      and the_reporter in (t.buyer_id, t.seller_id) and m.sender_id in (t.buyer_id, t.seller_id);
end $$;

-- The database says what is reported and what it read, so that no report puts words in another user's mouth.
create function report_names_subject() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  select found.reported_id, found.excerpt into new.reported_id, new.excerpt
  from report_subject(new.subject_kind, new.subject_id, new.message_seq, new.reporter_id) found;
  if new.reported_id is null or new.reporter_id is null then
    raise exception 'a report is about something that its reporter sees'
      using errcode = 'restrict_violation', constraint = 'reports_subject_seen';
  end if;
  if new.closing_id is not null then
    raise exception 'a report is open at first' using errcode = 'restrict_violation', constraint = 'reports_open_at_first';
  end if;
  return new;
end $$;
create trigger report_names_subject before insert on reports for each row execute function report_names_subject();

-- A report is closed once. A user's row that is purged leaves its reports.
create function report_is_frozen() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['closing_id', 'outcome', 'closed_with', 'recorded_id', 'reporter_id', 'reported_id'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable
    or (new.reporter_id is distinct from old.reporter_id and new.reporter_id is not null)
    or (new.reported_id is distinct from old.reported_id and new.reported_id is not null) then
    raise exception 'a report does not change' using errcode = 'restrict_violation', constraint = 'reports_frozen';
  end if;
  if old.closing_id is not null and (new.closing_id, new.outcome, new.closed_with) is distinct from (old.closing_id, old.outcome, old.closed_with) then
    raise exception 'a report is closed once' using errcode = 'restrict_violation', constraint = 'reports_closed_once';
  end if;
  if old.closing_id is null and new.closed_with is not null and not exists (select from reports together
      where together.id = new.closed_with and together.reported_id = new.reported_id
        and together.closing_id = new.closing_id and together.outcome = new.outcome and together.closed_with is null) then
    raise exception 'reports that are decided together are about one user'
      using errcode = 'restrict_violation', constraint = 'reports_closed_with_same_user';
  end if;
  return new;
end $$;
create trigger report_is_frozen before update on reports for each row execute function report_is_frozen();

-- Runs after the row is written, so that it counts itself.
create function reports_within_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('reports', new.reporter_id);
  if (select count(*) from reports where reporter_id = new.reporter_id and at > clock_timestamp() - interval '1 day')
    > limit_of('reports_per_day') then
    raise exception 'this user has sent too many reports today'
      using errcode = 'check_violation', constraint = 'reports_within_limit';
  end if;
  return null;
end $$;
create trigger reports_within_limit after insert on reports for each row execute function reports_within_limit();

create function require_report_retention_over() returns trigger language plpgsql as $$
begin
  if old.at < clock_timestamp() - interval '2 years' then return old; end if;
  raise exception 'a report is kept for two years'
    using errcode = 'restrict_violation', constraint = 'reports_append_only';
end $$;
create trigger retention_over before delete on reports for each row execute function require_report_retention_over();

create function purge_reports(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '2 years';
  old_ones constant uuid[] := array(select id from reports where at < long_ago order by at limit at_most);
begin
  delete from reports where id = any(old_ones);
  return cardinality(old_ones);
end $$;
revoke execute on function purge_reports from public;
