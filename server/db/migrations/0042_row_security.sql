-- A query sees the rows of the user in the setting app.viewer, which the pool sets (server/db/scope.ts).
-- The value 'system' sees all rows, and no value sees none. This stops a statement whose condition on the user is missing,
-- not an attacker who can execute SQL. The tables' owner is exempt (no FORCE): triggers, foreign keys and purges run as the
-- owner and must see every row, and the server cannot become the owner. A test lists every table with its policy or its reason.

create function viewer_id() returns uuid language sql stable parallel safe as $$
  select case current_setting('app.viewer', true) when '' then null when 'system' then null
    else current_setting('app.viewer', true)::uuid end
$$;
comment on function viewer_id is 'the user whose rows a query may see; null: of no user, or of all (sees_all)';
create function sees_all() returns boolean language sql stable parallel safe as $$
  select current_setting('app.viewer', true) = 'system'
$$;
comment on function sees_all is 'whether a query may see the rows of all users';

-- The functions are called in a subquery: once for a statement, and not for each row.
do $$
declare
  own record;
begin
  for own in select * from (values
    ('accounts', 'user_id'), ('sessions', 'user_id'), ('devices', 'user_id'), ('user_networks', 'user_id'), ('sign_ins', 'user_id'), ('api_keys', 'user_id'), ('identities', 'user_id'), ('totps', 'user_id'), ('passkeys', 'user_id'),
    ('recovery_codes', 'user_id'), ('commands', 'actor_id'), ('payment_accounts', 'user_id'), ('quotes', 'taker_id'), ('contact_messages', 'user_id'),
    ('staff_members', 'user_id'), ('rehearsals', 'user_id'), ('rehearsal_passes', 'user_id'), ('suspensions', 'user_id'), ('reports', 'reporter_id'),
    ('relations', 'owner_id'), ('offer_access', 'viewer_id'), ('saved_searches', 'user_id'), ('search_matches', 'user_id'),
    ('notifications', 'user_id'), ('notification_deliveries', 'user_id'), ('notification_settings', 'user_id'),
    ('notification_preferences', 'user_id'), ('push_subscriptions', 'user_id'), ('currency_notifications', 'user_id'),
    ('webhooks', 'user_id'), ('key_releases', 'user_id'), ('webhook_deliveries', 'user_id'), ('business_hours', 'user_id'), ('quick_replies', 'user_id'), ('offer_templates', 'user_id')) as t (of_table, of_column)
  loop
    execute format('alter table %I enable row level security', own.of_table);
    execute format('create policy own_rows on %I using ((select sees_all()) or %I = (select viewer_id()))',
      own.of_table, own.of_column);
  end loop;
end $$;

-- What a user notes is for them alone: neither a system scope, in which staff read, nor a member who acts for them sees it.
alter table trader_notes enable row level security;
create policy of_its_writer on trader_notes using (
  writer_id = (select viewer_id()) and (select acting_member()) is null);

-- A passkey's challenge has no user: it is found by its own random bits, and bound to a session in its value.
alter table one_time_tokens enable row level security;
create policy own_rows on one_time_tokens using (
  (select sees_all()) or user_id = (select viewer_id()) or (user_id is null and purpose = 'passkey_challenge'));

-- One party's action notifies the other: it inserts rows that it cannot read.
do $$
declare
  of_table text;
begin
  foreach of_table in array array['mails', 'user_events'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy own_rows on %I using ((select sees_all()) or user_id = (select viewer_id()))', of_table);
    execute format('create policy notify on %I for insert with check (true)', of_table);
  end loop;
end $$;

-- Both sides of a membership see it; only the owner gives and takes roles, and reads the acts.
alter table team_members enable row level security;
create policy of_own_team on team_members using (
  (select sees_all()) or owner_id = (select viewer_id()) or member_id = (select viewer_id()));
alter table team_member_roles enable row level security;
create policy of_own_team on team_member_roles for select using (
  (select sees_all()) or exists (select from team_members m where m.id = team_member_roles.membership_id));
create policy by_owner on team_member_roles using ((select sees_all()) or exists (
  select from team_members m where m.id = team_member_roles.membership_id and m.owner_id = (select viewer_id())));
alter table team_acts enable row level security;
create policy of_own_team on team_acts using ((select sees_all()) or owner_id = (select viewer_id()));

alter table trades enable row level security;
create policy own_trades on trades using (
  (select sees_all()) or buyer_id = (select viewer_id()) or seller_id = (select viewer_id()));

alter table trade_outcomes enable row level security;
create policy own_trades on trade_outcomes using (
  (select sees_all()) or buyer_id = (select viewer_id()) or seller_id = (select viewer_id()));

-- What belongs to a trade: the subquery finds the viewer's own trades only. Constraints decide what may be inserted.
do $$
declare
  of_table text;
begin
  foreach of_table in array array['trade_events', 'trade_payment_details', 'payment_detail_reads', 'payee_answers', 'payer_declarations', 'payer_checks', 'meeting_code_attempts', 'trade_chats', 'trade_images', 'messages', 'transfers',
    'disputes', 'dispute_events', 'dispute_statements', 'dispute_decisions'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy of_own_trades on %1$I using ((select sees_all()) or exists (select from trades t where t.id = %1$I.trade_id))',
      of_table);
    execute format('create policy append on %I for insert with check (true)', of_table);
  end loop;
end $$;

-- No scope of the system, member of a team or key sees the code that a party shows at a meeting.
alter table meeting_codes enable row level security;
create policy of_holder on meeting_codes using (
  holder_id = (select viewer_id()) and (select acting_member()) is null and (select acting_key()) is null);
create policy append on meeting_codes for insert with check (true);

-- A party marks what it has read itself, and unreads nothing. A member on both sides would tell one side that the other has read.
create function read_mark_advances() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.buyer_read_seq < old.buyer_read_seq or new.seller_read_seq < old.seller_read_seq then
    raise exception 'a message that was read stays read' using errcode = 'restrict_violation', constraint = 'trade_chats_read_forward';
  end if;
  if not coalesce(sees_all(), true) and not exists (
    select from trades where id = new.trade_id
      and (new.buyer_read_seq = old.buyer_read_seq or buyer_id = viewer_id())
      and (new.seller_read_seq = old.seller_read_seq or seller_id = viewer_id())) then
    raise exception 'a party reads for itself' using errcode = 'restrict_violation', constraint = 'trade_chats_read_by_party';
  end if;
  if acting_member() is not null then perform assert_no_team_conflict(new.trade_id); end if;
  return new;
end $$;
create trigger read_mark_advances before update on trade_chats for each row
  when (new.buyer_read_seq <> old.buyer_read_seq or new.seller_read_seq <> old.seller_read_seq)
  execute function read_mark_advances();

-- A draft is its uploader's only.
alter table evidence_files enable row level security;
create policy own_files on evidence_files using ((select sees_all()) or uploader_id = (select viewer_id()));
create policy submitted_in_own_trades on evidence_files for select using (
  submitted_at is not null and exists (select from trades t where t.id = evidence_files.trade_id));

alter table evidence_reads enable row level security;
create policy own_rows on evidence_reads using ((select sees_all()) or reader_id = (select viewer_id()));

alter table ledger_accounts enable row level security;
create policy own_accounts on ledger_accounts using (
  (select sees_all()) or user_id = (select viewer_id()) or kind in ('fees', 'burned')
  or exists (select from trades t where t.id = ledger_accounts.trade_id));
create policy open on ledger_accounts for insert with check (true);

-- A transfer names the other party's account, whose balance is not the viewer's to read.
create function external_account_of(of_user uuid) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from ledger_accounts where user_id = of_user
$$;
revoke execute on function external_account_of from public;
grant execute on function external_account_of to sarraf_app;

-- What a closed trade with a bond books for it: the leg, and the account that receives it.
create function bond_payout(t trades) returns table (leg text, credit_id bigint, amount_micro bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select went.leg, case went.leg
      when 'bond_returned' then external_account_of(t.buyer_id)
      when 'bond_awarded' then external_account_of(t.seller_id)
      else (select id from ledger_accounts where kind = 'burned') end, t.bond_micro
  from (select bond_leg_of(t) as leg) went
$$;
revoke execute on function bond_payout from public;
grant execute on function bond_payout to sarraf_app;

-- What a move announces, in one statement of its act: messages in the chat, a notification of each of these users, and an event in both
-- parties' streams, numbered under a lock that is held to commit: everything else comes before it. It runs as its owner, since the user
-- who acts may read neither the settings nor the stream of the other; it knows the trades of the viewer only, as the policies do.
create function announce_move(the_trade uuid, the_status text, the_version int, the_messages jsonb,
  the_event text, is_urgent boolean, the_values jsonb, recipients uuid[], mailed_an_hour int) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parties uuid[];
  is_listed_only boolean;
  notices jsonb := '{}';
  recipient uuid;
  written uuid;
begin
  select array[t.buyer_id, t.seller_id], the_event is not null and exists (
    select from trades former
    where former.buyer_id = t.buyer_id and former.seller_id = t.seller_id
      and former.created_at > t.created_at - interval '1 hour' and former.created_at < t.created_at
    offset mailed_an_hour - 1)
  into strict parties, is_listed_only
  from trades t where t.id = the_trade and (coalesce(sees_all(), true) or viewer_id() in (t.buyer_id, t.seller_id));

  foreach recipient in array recipients loop
    written := write_notification(recipient, the_event, the_trade, the_values, is_listed_only);
    if written is not null then
      notices := notices || jsonb_build_object(recipient, jsonb_build_object('notification',
        jsonb_build_object('id', written, 'event', the_event, 'isUrgent', is_urgent)));
    end if;
  end loop;

  with chat as (
    insert into trade_chats (trade_id, last_seq) values (the_trade, jsonb_array_length(the_messages))
    on conflict (trade_id) do update set last_seq = trade_chats.last_seq + excluded.last_seq
    returning last_seq
  ), added as (
    insert into messages (trade_id, seq, kind, sender_role, sender_id, body, system_code)
    select the_trade, chat.last_seq - jsonb_array_length(the_messages) + m.position,
      m.kind, m.sender_role, m.sender_id, m.body, m.system_code
    from chat, rows from (jsonb_to_recordset(the_messages)
      as (kind text, sender_role text, sender_id uuid, body text, system_code text)) with ordinality
      as m (kind, sender_role, sender_id, body, system_code, position)
    order by m.position
    returning *
  ), announced as (
    select jsonb_agg(jsonb_build_object('seq', m.seq, 'tradeId', m.trade_id, 'kind', m.kind, 'sender', m.sender_role,
      'member', (select username from users where id = m.member_id), 'text', m.body, 'systemCode', m.system_code, 'image', null,
      'clientId', null, 'createdAt', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by m.seq) as messages
    from added m
  ), numbered as (
    insert into user_streams (user_id, last_seq)
    -- from what is announced: the chat is locked before the streams, as by every message
    select id, 1 from announced, unnest(parties) as party (id) order by id
    on conflict (user_id) do update set last_seq = user_streams.last_seq + 1
    returning user_id, last_seq
  )
  insert into user_events (user_id, seq, kind, data)
  select user_id, last_seq, 'trade', jsonb_build_object('tradeId', the_trade, 'status', the_status, 'version', the_version,
    'messages', messages) || coalesce(notices -> user_id::text, '{}')
  from numbered, announced;
end $$;
revoke execute on function announce_move from public;
grant execute on function announce_move to sarraf_app;

-- The account that an offer to sell names for the quoted method, whose taker may not see it, locked until the trade has copied it.
create function lock_quoted_account(the_quote uuid) returns table (id uuid, version int, sealed bytea, changed_at text)
language sql volatile security definer set search_path = public, pg_temp as $$
  select a.id, a.version, a.sealed, a.changed_at::text
  from quotes q join offers o on o.id = q.offer_id
    join payment_accounts a on a.id = o.payment_account_ids[array_position(o.payment_methods, q.payment_method)]
      and a.user_id = o.owner_id and a.payment_method = q.payment_method
  where q.id = the_quote and (coalesce(sees_all(), true) or q.taker_id = viewer_id()) for share of a
$$;
revoke execute on function lock_quoted_account from public;
grant execute on function lock_quoted_account to sarraf_app;

-- An offer's owner reads why it is hidden.
alter table hidden_offers enable row level security;
create policy own_offers on hidden_offers using ((select sees_all()) or exists (
  select from offers o where o.id = hidden_offers.offer_id and o.owner_id = (select viewer_id())));

-- A rating is hidden from the rated user and everyone else until it is published, and once it is removed.
alter table ratings enable row level security;
create policy own_and_published on ratings for select using (
  (select sees_all()) or rater_id = (select viewer_id()) or (published_at is not null and removed_at is null));
-- The author reads why.
alter table removed_ratings enable row level security;
create policy own_ratings on removed_ratings using ((select sees_all()) or exists (
  select from ratings r where r.id = removed_ratings.rating_id and r.rater_id = (select viewer_id())));
create policy rate on ratings for insert with check ((select sees_all()) or rater_id = (select viewer_id()));

-- Written and read by the server for staff, the mail worker and the demonstration's mail page.
do $$
declare
  of_table text;
begin
  foreach of_table in array array['audit_log', 'audit_log_head', 'caught_mails', 'dispute_assignments', 'dispute_readmissions', 'violation_checks', 'offer_changes', 'search_scopes',
    'suspended_email_keys', 'suspended_emails'] loop
    execute format('alter table %I enable row level security', of_table);
    execute format('create policy system_only on %I using ((select sees_all()))', of_table);
  end loop;
end $$;

-- Views that run as their owner are exempt too, so the server may not read them: they are for monitoring.
do $$
declare
  of_view regclass;
begin
  for of_view in select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v' and not coalesce(reloptions::text like '%security_invoker=true%', false)
  loop
    execute format('revoke select on %s from sarraf_app', of_view);
  end loop;
end $$;
