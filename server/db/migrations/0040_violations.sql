-- One view for each rule; each names what breaks the rule. All of them are empty after every test that moves money, and at
-- any time in production.

create view violations_balances_sum_to_zero as
  select null::uuid as id
  from ledger_accounts
  having sum(balance_micro) + sum(carried_micro) filter (where kind in ('fees', 'burned'))
    + (select coalesce(sum(amount_micro), 0) from transfers where leg in ('fee', 'bond_burned')) <> 0;
comment on view violations_balances_sum_to_zero is 'the sum of all balances is zero';

create view violations_balance_matches_transfers as
  select coalesce(a.user_id, a.trade_id) as id
  from ledger_accounts a
  where a.kind not in ('fees', 'burned') and a.balance_micro - a.carried_micro <>
    (select coalesce(sum(amount_micro), 0) from transfers where credit_id = a.id) -
    (select coalesce(sum(amount_micro), 0) from transfers where debit_id = a.id);
comment on view violations_balance_matches_transfers is 'a balance is the sum of its transfers and of what purged ones had moved';

create view violations_escrow_matches_status as
  select t.id
  from trades t left join ledger_accounts a on a.trade_id = t.id
  where a.balance_micro is distinct from expected_escrow_micro(t);
comment on view violations_escrow_matches_status is 'the escrow account of a trade holds what the status says';

create view violations_legs_match_status as
  select t.id
  from trades t
  where expected_legs(t) is distinct from (select jsonb_object_agg(leg, amount_micro) from transfers where trade_id = t.id);
comment on view violations_legs_match_status is 'the transfers of a trade are those its status requires';

create view violations_trade_matches_last_event as
  select t.id
  from trades t
  where (t.version, t.status, t.pay_deadline, t.deadline, t.moved_at) is distinct from
    (select (seq, to_status, pay_deadline, deadline, moved_at) from trade_events where trade_id = t.id order by seq desc limit 1);
comment on view violations_trade_matches_last_event is 'a trade''s version, status and deadline are those of its last event';

create view violations_trade_has_every_event as
  select t.id
  from trades t
  where t.version <> (select count(*) from trade_events where trade_id = t.id);
comment on view violations_trade_has_every_event is 'no event of a trade is missing';

create view violations_offer_counts_open_trades as
  select o.id
  from offers o
  where (o.open_trades, o.reserved_micro, o.new_taker_trades, o.new_taker_micro) is distinct from
    (select (count(*)::smallint, coalesce(sum(usdt_micro), 0)::bigint,
       (count(*) filter (where by_new_taker))::smallint, coalesce(sum(usdt_micro) filter (where by_new_taker), 0)::bigint)
     from trades t join trade_statuses s on s.status = t.status where t.offer_id = o.id and s.is_open);
comment on view violations_offer_counts_open_trades is 'an offer counts its open trades and what they reserve, and those of takers without a completed trade';

create view violations_offer_counts_trades as
  select o.id
  from offers o join (
    select t.offer_id, count(*) as opened, count(*) filter (where t.status = 'completed') as completed,
      coalesce(sum(coalesce(t.split_released_micro, t.usdt_micro)) filter (where s.escrow_state = 'released'), 0) as volume_micro
    from trades t join trade_statuses s on s.status = t.status group by t.offer_id) counted on counted.offer_id = o.id
  where o.trades_opened < counted.opened or o.trades_completed < counted.completed or o.volume_micro < counted.volume_micro;
comment on view violations_offer_counts_trades is 'an offer counts its trades, purged ones included';

create view violations_user_counts_completed_trades as
  select u.id
  from users u left join (
    select user_id, count(*) as trades
    from trade_outcomes, lateral (values (buyer_id), (seller_id)) parties (user_id)
    where counts and failed_by is null group by user_id) counted on counted.user_id = u.id
  where u.completed_trades - u.purged_trades <> coalesce(counted.trades, 0);
comment on view violations_user_counts_completed_trades is 'a user''s completed trades that count are counted';

create view violations_user_counts_failed_trades as
  select u.id
  from users u left join (
    select failed_by, count(*) as trades from trade_outcomes where counts and failed_by is not null group by failed_by) counted
    on counted.failed_by = u.id
  where u.failed_trades <> coalesce(counted.trades, 0);
comment on view violations_user_counts_failed_trades is 'the trades that a user cancelled or let expire, and that count, are counted';

create view violations_user_counts_lost_disputes as
  select u.id
  from users u left join (
    select case o.lost_by when 'buyer' then d.buyer_id else d.seller_id end as user_id, count(*) as disputes
    from disputes d join dispute_outcomes o on o.outcome = d.outcome where o.lost_by is not null group by 1) counted
    on counted.user_id = u.id
  where u.disputes_lost <> coalesce(counted.disputes, 0);
comment on view violations_user_counts_lost_disputes is 'the disputes that a user lost are counted';

create view violations_user_counts_partners as
  select u.id
  from users u left join (
    select user_id, count(distinct partner) as partners
    from trade_outcomes, lateral (values (buyer_id, seller_id), (seller_id, buyer_id)) parties (user_id, partner)
    where counts and failed_by is null group by user_id) counted on counted.user_id = u.id
  where u.partners <> coalesce(counted.partners, 0);
comment on view violations_user_counts_partners is 'the partners of a user''s completed trades that count are counted';

create view violations_closed_trade_has_outcome as
  select t.id
  from trades t join trade_statuses s on s.status = t.status left join trade_outcomes o on o.trade_id = t.id
  where (o.trade_id is null) <> s.is_open or (o.failed_by is null) <> (t.status = 'completed' or s.is_open);
comment on view violations_closed_trade_has_outcome is 'a closed trade has the outcome that its status says, and an open one has none';

create view violations_pair_counts_once as
  select o.trade_id as id
  from trade_outcomes o join trade_outcomes other on other.trade_id <> o.trade_id and other.counts
    and least(other.buyer_id, other.seller_id) = least(o.buyer_id, o.seller_id)
    and greatest(other.buyer_id, other.seller_id) = greatest(o.buyer_id, o.seller_id)
    and other.failed_by is not distinct from o.failed_by
    and other.at <= o.at and other.at > o.at - make_interval(days => limit_of('pair_counts_days')::int)
  where o.counts;
comment on view violations_pair_counts_once is 'two users'' outcomes of one kind count once within 30 days';

create view violations_stream_has_no_gap as
  select s.user_id as id
  from user_streams s
  where exists (
    select from (select count(*) as n, min(seq) as first, max(seq) as last from user_events where user_id = s.user_id) e
    where e.n > 0 and (e.last <> s.last_seq or e.n <> e.last - e.first + 1))
  union all
  select distinct user_id from user_events e where not exists (select from user_streams where user_id = e.user_id);
comment on view violations_stream_has_no_gap is 'a user''s events are numbered by the stream, without a gap';

create view violations_chat_has_no_gap as
  select c.trade_id as id
  from trade_chats c
  where c.last_seq - c.purged_seq <> (select count(*) from messages where trade_id = c.trade_id)
     or c.last_seq <> (select coalesce(max(seq), c.purged_seq) from messages where trade_id = c.trade_id)
  union all
  select distinct trade_id from messages m where not exists (select from trade_chats where trade_id = m.trade_id);
comment on view violations_chat_has_no_gap is 'a chat''s messages are numbered without a gap, after those that were purged, and each has a chat';

create view violations_chat_reports_every_move as
  select t.id
  from trades t
  where t.version > (select count(*) from messages where trade_id = t.id and kind = 'system' and system_code !~ '^(deadlines_stopped$|payee_)')
    and not exists (select from trade_chats where trade_id = t.id and purged_seq > 0);
comment on view violations_chat_reports_every_move is 'every move of a trade has its system message, unless the chat was purged';

create view violations_deadline_kept as
  select trade_id as id
  from trade_states
  where deadline < clock_timestamp() - interval '1 minute' and deadline < (select deadline_clock(clock_timestamp()));
comment on view violations_deadline_kept is 'the worker moves a trade within a minute after its deadline';

create view violations_open_trade_has_deadline as
  select t.id
  from trades t join trade_statuses s on s.status = t.status left join disputes d on d.trade_id = t.id
  where s.is_open and t.status <> 'payment_confirmed'
    and case t.status when 'disputed' then coalesce(d.deadline, 'infinity') else t.deadline end = 'infinity';
comment on view violations_open_trade_has_deadline is 'an open trade has a deadline, or its dispute has; a confirmed one is settled immediately';

create view violations_dispute_matches_trade as
  select coalesce(t.id, d.trade_id) as id
  from trades t full join disputes d on d.trade_id = t.id
  where not dispute_matches(t, d);
comment on view violations_dispute_matches_trade is 'a dispute agrees with its trade and its events: one outcome, carried out';

create view violations_dispute_deadline_kept as
  select trade_id as id
  from disputes
  where deadline < clock_timestamp() - interval '1 minute' and deadline < (select deadline_clock(clock_timestamp()));
comment on view violations_dispute_deadline_kept is 'the worker moves a case within a minute after its deadline';

create view violations_confirmed_trade_settled as
  select t.id
  from trades t join trade_events e on e.trade_id = t.id and e.seq = t.version
  where t.status = 'payment_confirmed' and e.at < clock_timestamp() - interval '1 minute';
comment on view violations_confirmed_trade_settled is 'a confirmed trade is settled within a minute';

create view violations_deleted_user_has_no_open_trade as
  select t.id
  from trades t join trade_statuses s on s.status = t.status join users u on u.id in (t.buyer_id, t.seller_id)
  where u.deleted_at is not null and s.is_open;
comment on view violations_deleted_user_has_no_open_trade is 'a deleted account has no open trade';

create view violations_user_has_account as
  select u.id
  from users u
  where u.deleted_at is null and not exists (select from accounts where user_id = u.id);
comment on view violations_user_has_account is 'a user who is not deleted has an account';

create view violations_deleted_user_cannot_sign_in as
  select u.id
  from users u
  where u.deleted_at is not null and (exists (select from sessions where user_id = u.id)
    or exists (select from identities where user_id = u.id) or exists (select from api_keys where user_id = u.id)
    or exists (select from passkeys where user_id = u.id));
comment on view violations_deleted_user_cannot_sign_in is 'a deleted account has no session and no sign-in method';

create view violations_deleted_user_is_erased as
  select u.id
  from users u
  where u.deleted_at is not null and (
    exists (select from accounts where user_id = u.id)
    or exists (select from one_time_tokens where user_id = u.id) or exists (select from devices where user_id = u.id)
    or exists (select from sign_ins where user_id = u.id) or exists (select from totps where user_id = u.id)
    or exists (select from recovery_codes where user_id = u.id) or exists (select from avatars where user_id = u.id)
    or exists (select from staff_members where user_id = u.id) or exists (select from commands where actor_id = u.id)
    or exists (select from contact_messages where user_id = u.id) or exists (select from notifications where user_id = u.id)
    or exists (select from ratings where rater_id = u.id and comment <> '')
    or exists (select from rating_replies where author_id = u.id)
    or exists (select from freed_usernames where user_id = u.id)
    or exists (select from mails where user_id = u.id and kind <> 'account_deleted')
    or exists (select from offers where owner_id = u.id and deleted_at is null));
comment on view violations_deleted_user_is_erased is 'nothing of a deleted account''s own is left but the mail that confirms the deletion';

create view violations_trade_has_payment_details as
  select t.id
  from trades t join trade_statuses s on s.status = t.status left join trade_payment_details d on d.trade_id = t.id
  where d.trade_id is null or (s.is_open and d.sealed is null);
comment on view violations_trade_has_payment_details is 'a trade has frozen payment details, which can be read while it is open';

create view violations_payment_details_erased as
  select d.trade_id as id
  from trade_payment_details d join trades t on t.id = d.trade_id join trade_statuses s on s.status = t.status
    join trade_events last on last.trade_id = t.id and last.seq = t.version
  where d.erased_at is null and not s.is_open and last.at < clock_timestamp() - interval '30 days 1 hour';
comment on view violations_payment_details_erased is 'the payment details of a trade are erased 30 days after its end';

create view violations_payer_names_erased as
  select t.id
  from trades t join trade_statuses s on s.status = t.status
    join trade_events last on last.trade_id = t.id and last.seq = t.version
  where not s.is_open and last.at < clock_timestamp() - interval '30 days 1 hour' and (
    exists (select from payer_declarations where trade_id = t.id and erased_at is null)
    or exists (select from payer_checks where trade_id = t.id and erased_at is null));
comment on view violations_payer_names_erased is 'the names of a trade''s payer are erased 30 days after its end';

create view violations_payer_named as
  select e.trade_id as id from trade_events e join trades t on t.id = e.trade_id
  where not is_in_person(t.payment_method) and (
    (e.action = 'mark_paid' and not exists (select from payer_declarations d where d.trade_id = e.trade_id and d.seq = e.seq))
    or (e.action = 'confirm_receipt' and (e.from_status = 'payment_sent' or (
        select m.action = 'mark_paid' from trade_events m
        where m.trade_id = e.trade_id and m.action in ('mark_paid', 'withdraw_payment_mark') order by m.seq desc limit 1))
      and not exists (select from payer_checks c where c.trade_id = e.trade_id and (c.is_same or c.is_stated) and c.declaration_seq = (
        select max(d.seq) from payer_declarations d where d.trade_id = e.trade_id and d.seq < e.seq))));
comment on view violations_payer_named is 'a payment mark names its payer, and a marked payment is confirmed after a check that accepts that payer';

create view violations_user_counts_ratings as
  select u.id from users u
    left join (select rated_id, count(*) as n, sum(stars) as stars from ratings
      where counts and published_at is not null and removed_at is null group by rated_id) r on r.rated_id = u.id
  where (u.rating_count, u.rating_stars) <> (coalesce(r.n, 0), coalesce(r.stars, 0));
comment on view violations_user_counts_ratings is
  'a user''s counters hold the published ratings whose trade counts, without removed ones';

create view violations_rating_of_completed_trade as
  select r.id from ratings r left join trades t on t.id = r.trade_id left join trade_outcomes o on o.trade_id = r.trade_id
  where t.status is distinct from 'completed' or r.counts is distinct from o.counts
    or (r.rater_id, r.rated_id) not in ((t.buyer_id, t.seller_id), (t.seller_id, t.buyer_id));
comment on view violations_rating_of_completed_trade is
  'a rating is of one party of a completed trade by the other, and counts where the trade does';

create view violations_rating_published as
  select r.id
  from ratings r left join ratings other on other.trade_id = r.trade_id and other.rater_id = r.rated_id
  where case when r.published_at is null then other.id is not null or r.due_at < clock_timestamp() - interval '1 hour'
    else other.id is null and r.published_at <= r.due_at end;
comment on view violations_rating_published is
  'a rating is hidden until the trade''s other party rates or the time is over, and published then';

create view violations_rating_removed_on_record as
  select coalesce(r.id, m.rating_id) as id
  from (select id, removed_at from ratings where removed_at is not null) r full join removed_ratings m on m.rating_id = r.id
  where r.removed_at is distinct from m.at;
comment on view violations_rating_removed_on_record is 'a rating is removed by an audit record, at its moment';

create view violations_teams_are_flat as
  select owned.owner_id as id
  from team_members owned join team_members joined on joined.member_id = owned.owner_id
  where owned.ended_at is null and joined.accepted_at is not null and joined.ended_at is null;
comment on view violations_teams_are_flat is 'a member of a team has no team';

create view violations_session_acts_in_team as
  select s.id from sessions s
  where s.acting_for is not null and not exists (
    select from team_members
    where owner_id = s.acting_for and member_id = s.user_id and accepted_at is not null and ended_at is null);
comment on view violations_session_acts_in_team is 'a session acts for the owner of a team only while its user is a member';

create view violations_offer_access_matches as
  select coalesce(a.owner_id, wanted.owner_id) as id
  from offer_access a full join (
    select viewer_id, owner_id, bool_or(is_refused) as is_refused
    from (
      select other_id as viewer_id, owner_id, kind = 'blocked' as is_refused from relations
      union all select owner_id, other_id, true from relations where kind = 'blocked') reasons
    group by viewer_id, owner_id) wanted using (viewer_id, owner_id)
  where a.is_refused is distinct from wanted.is_refused;
comment on view violations_offer_access_matches is 'offer_access says what relations say';

create view violations_arbiters_do_not_trade as
  select o.id from offers o join staff_members m on m.user_id = o.owner_id and m.role = 'arbiter'
  where o.status = 'active' and o.deleted_at is null
  union all
  select t.id from staff_members m join trades t on t.buyer_id = m.user_id and t.created_at > m.granted_at where m.role = 'arbiter'
  union all
  select t.id from staff_members m join trades t on t.seller_id = m.user_id and t.created_at > m.granted_at where m.role = 'arbiter';
comment on view violations_arbiters_do_not_trade is 'an arbiter has no active offer and no trade that was opened since the role was granted';

create view violations_business_hours_followed as
  select h.user_id as id
  from business_hours h, business_hours_now(h.user_id) n
  where h.changes_at < clock_timestamp() - interval '15 minutes' and h.is_open <> n.is_open;
comment on view violations_business_hours_followed is
  'the market shows the offers that follow business hours within them, and hides them outside, at most 15 minutes late';

create view violations_key_releases_within_limits as
  select r.trade_id as id
  from key_releases r left join api_keys k on k.id = r.key_id,
    lateral (select count(*) as releases, sum(usdt_micro) as micro from key_releases
      where key_id = r.key_id and at > r.at - interval '24 hours' and at <= r.at) lately
  where lately.releases > k.releases_a_day or lately.micro > k.release_micro_a_day
    or not exists (select from trade_events where trade_id = r.trade_id and action = 'confirm_receipt' and seller_id = r.user_id);
comment on view violations_key_releases_within_limits is
  'what an API key released is confirmed, and within the limits of the key in any 24 hours';

create view violations_public_figures_in_groups as
  select null::uuid as id from (
    select f.figure, case when k.is_one_group then '' else f.part end as part, f.released_on, f.total
    from public_figures f join public_figure_kinds k on k.figure = f.figure and k.released_with = f.figure
    where f.released_on is not null) released
  group by figure, part, released_on having sum(total) < limit_of('published_from');
comment on view violations_public_figures_in_groups is 'no group of public figures is smaller than the number from which they are published';

create view violations as
  select 'balances_sum_to_zero' as rule, id from violations_balances_sum_to_zero
  union all select 'balance_matches_transfers', id from violations_balance_matches_transfers
  union all select 'escrow_matches_status', id from violations_escrow_matches_status
  union all select 'legs_match_status', id from violations_legs_match_status
  union all select 'trade_matches_last_event', id from violations_trade_matches_last_event
  union all select 'trade_has_every_event', id from violations_trade_has_every_event
  union all select 'offer_counts_open_trades', id from violations_offer_counts_open_trades
  union all select 'user_counts_completed_trades', id from violations_user_counts_completed_trades
  union all select 'user_counts_trades_in_person', id from violations_user_counts_trades_in_person
  union all select 'user_counts_failed_trades', id from violations_user_counts_failed_trades
  union all select 'user_counts_lost_disputes', id from violations_user_counts_lost_disputes
  union all select 'user_counts_confirmed_disputes', id from violations_user_counts_confirmed_disputes
  union all select 'user_counts_partners', id from violations_user_counts_partners
  union all select 'user_counts_ratings', id from violations_user_counts_ratings
  union all select 'rating_of_completed_trade', id from violations_rating_of_completed_trade
  union all select 'rating_published', id from violations_rating_published
  union all select 'rating_removed_on_record', id from violations_rating_removed_on_record
  union all select 'closed_trade_has_outcome', id from violations_closed_trade_has_outcome
  union all select 'pair_counts_once', id from violations_pair_counts_once
  union all select 'stream_has_no_gap', id from violations_stream_has_no_gap
  union all select 'chat_has_no_gap', id from violations_chat_has_no_gap
  union all select 'chat_reports_every_move', id from violations_chat_reports_every_move
  union all select 'deadline_kept', id from violations_deadline_kept
  union all select 'open_trade_has_deadline', id from violations_open_trade_has_deadline
  union all select 'dispute_matches_trade', id from violations_dispute_matches_trade
  union all select 'offer_access_matches', id from violations_offer_access_matches
  union all select 'teams_are_flat', id from violations_teams_are_flat
  union all select 'session_acts_in_team', id from violations_session_acts_in_team
  union all select 'arbiters_do_not_trade', id from violations_arbiters_do_not_trade
  union all select 'dispute_deadline_kept', id from violations_dispute_deadline_kept
  union all select 'confirmed_trade_settled', id from violations_confirmed_trade_settled
  union all select 'deleted_user_has_no_open_trade', id from violations_deleted_user_has_no_open_trade
  union all select 'user_has_account', id from violations_user_has_account
  union all select 'deleted_user_cannot_sign_in', id from violations_deleted_user_cannot_sign_in
  union all select 'deleted_user_is_erased', id from violations_deleted_user_is_erased
  union all select 'trade_has_payment_details', id from violations_trade_has_payment_details
  union all select 'payment_details_erased', id from violations_payment_details_erased
  union all select 'payer_names_erased', id from violations_payer_names_erased
  union all select 'meeting_by_codes', id from violations_meeting_by_codes union all select 'meeting_codes_erased', id from violations_meeting_codes_erased
  union all select 'payer_named', id from violations_payer_named
  union all select 'key_releases_within_limits', id from violations_key_releases_within_limits
  union all select 'offer_counts_trades', id from violations_offer_counts_trades
  union all select 'offer_methods', id from violations_offer_methods
  union all select 'market_shows_offers', id from violations_market_shows_offers
  union all select 'search_scopes', id from violations_search_scopes
  union all select 'market_counts_offers', id from violations_market_counts_offers
  union all select 'market_counts_traders', id from violations_market_counts_traders
  union all select 'business_hours_followed', id from violations_business_hours_followed
  union all select 'public_figures_in_groups', id from violations_public_figures_in_groups;
comment on view violations is 'every broken rule, with the row that breaks it: empty when all is well';

insert into violation_checks (rule)
  select substr(relname, length('violations_') + 1) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'v' and relname like 'violations\_%';
