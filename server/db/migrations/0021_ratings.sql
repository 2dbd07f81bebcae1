-- Ratings of completed trades. A rating is published when both parties have rated or the rating period has ended, so
-- that neither party rates in response to the other.

insert into limits values ('rating_days', 14), ('rating_reply_days', 14);

create table ratings (
  trade_id uuid not null,
  rater_id uuid not null references users,
  -- names the rating in reports and in pages of the list
  id uuid not null default gen_random_uuid() constraint ratings_id_key unique,
  rated_id uuid not null references users,
  stars smallint not null constraint ratings_stars check (stars between 1 and 5),
  comment text not null default '' constraint ratings_comment_length check (char_length(comment) <= 280),
  -- as in trade_outcomes: whether the trade, and so the rating, counts
  counts boolean not null,
  at timestamptz not null,
  -- until when the trade can be rated; a single rating is published afterwards
  due_at timestamptz not null,
  -- null: hidden
  published_at timestamptz,
  -- since when staff have removed it: only its rater reads it; written by the trigger of removed_ratings
  removed_at timestamptz,
  primary key (trade_id, rater_id),
  constraint ratings_rated_key unique (id, rated_id),
  constraint ratings_in_time check (at <= due_at),
  constraint ratings_of_trade foreign key (trade_id) references trades
);
comment on table ratings is
  'what the parties of a completed trade think of each other; only its rater reads one that is hidden (0042_row_security.sql)';
-- The list of a trader, newest first.
create index ratings_of_user on ratings (rated_id, published_at, id)
  where counts and published_at is not null and removed_at is null;
create index ratings_by_rated on ratings (rated_id);
create index ratings_by_rater on ratings (rater_id);
create index ratings_due on ratings (due_at) where published_at is null;

create table rating_replies (
  rating_id uuid primary key,
  -- the user who was rated
  author_id uuid not null,
  reply text not null constraint rating_replies_length check (char_length(reply) between 1 and 280),
  at timestamptz not null,
  constraint rating_replies_by_rated foreign key (rating_id, author_id) references ratings (id, rated_id)
);
comment on table rating_replies is 'the one answer of the rated user to a published rating';
create index rating_replies_by_author on rating_replies (author_id);

-- The lock on the trade lets the two ratings of one trade be stored one after the other: the second sees the first.
create function rating_of_completed_trade() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t trades;
  o trade_outcomes;
begin
  select * into t from trades where id = new.trade_id for no key update;
  if t.id is null or t.status <> 'completed' or new.rater_id not in (t.buyer_id, t.seller_id) then
    raise exception 'a rating is by a party of a completed trade'
      using errcode = 'check_violation', constraint = 'ratings_by_party_of_completed_trade';
  end if;
  select * into o from trade_outcomes where trade_id = t.id;
  new.rated_id := case new.rater_id when t.buyer_id then t.seller_id else t.buyer_id end;
  new.counts := o.counts;
  new.at := clock_timestamp();
  new.due_at := o.at + make_interval(days => limit_of('rating_days')::int);
  new.published_at := null;
  new.removed_at := null;
  return new;
end $$;
create trigger of_completed_trade before insert on ratings for each row execute function rating_of_completed_trade();
create trigger user_not_deleted before insert on ratings for each row execute function user_not_deleted('rater_id');

-- The second rating of a trade publishes both.
create function publish_both_ratings() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from ratings where trade_id = new.trade_id and rater_id = new.rated_id) then
    -- In id order, as record_outcome locks them.
    perform from users where id in (new.rater_id, new.rated_id) order by id for no key update;
    update ratings set published_at = clock_timestamp() where trade_id = new.trade_id and published_at is null;
  end if;
  return null;
end $$;
create trigger publish_both after insert on ratings for each row execute function publish_both_ratings();

-- Publishes ratings whose time is over; the trades are locked before their users, as a rating locks them.
create function publish_due_ratings(at_most int) returns table (rating_id uuid, of_trade uuid, of_user uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present constant timestamptz := clock_timestamp();
  due constant uuid[] := array(
    select t.id from ratings r join trades t on t.id = r.trade_id
    where r.published_at is null and r.due_at < present
    order by r.due_at limit at_most for no key update of t skip locked);
begin
  perform from users
    where id in (select rated_id from ratings where trade_id = any(due) and published_at is null)
    order by id for no key update;
  return query
    update ratings set published_at = clock_timestamp()
    where trade_id = any(due) and published_at is null and due_at < present
    returning id, trade_id, rated_id;
end $$;
revoke execute on function publish_due_ratings from public;

-- A rating does not change. It is published once, removed once by an audit record, and the words of a rater whose account was deleted are erased.
create function rating_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  movable constant text[] := array['published_at', 'removed_at', 'comment'];
begin
  if to_jsonb(new) - movable = to_jsonb(old) - movable
    and (new.published_at is not distinct from old.published_at or (old.published_at is null
      and new.published_at between clock_timestamp() - interval '10 seconds' and clock_timestamp()
      and (old.due_at < clock_timestamp()
        or exists (select from ratings where trade_id = old.trade_id and rater_id = old.rated_id))))
    and (new.removed_at is not distinct from old.removed_at or (old.removed_at is null
      and exists (select from removed_ratings where rating_id = old.id and at = new.removed_at)))
    and (new.comment = old.comment or (new.comment = ''
      and exists (select from users where id = old.rater_id and deleted_at is not null)))
  then return new; end if;
  raise exception 'ratings is append-only' using errcode = 'restrict_violation', constraint = 'ratings_append_only';
end $$;
create trigger append_only before update on ratings for each row execute function rating_frozen();
create trigger append_only_whole before truncate on ratings execute function refuse_change();

-- The counters hold published ratings whose trade counts; they lose those that are removed, or purged with their trades.
create function count_rating() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r constant ratings := case tg_op when 'DELETE' then old else new end;
  step constant int := case when tg_op = 'DELETE' or r.removed_at is not null then -1 else 1 end;
begin
  update users set rating_count = rating_count + step, rating_stars = rating_stars + step * r.stars where id = r.rated_id;
  return null;
end $$;
create trigger count_rating after update on ratings for each row
  when (new.counts and old.published_at is null and new.published_at is not null) execute function count_rating();
create trigger count_purged_rating after delete on ratings for each row
  when (old.counts and old.published_at is not null and old.removed_at is null) execute function count_rating();
create trigger count_removed_rating after update on ratings for each row
  when (new.counts and old.removed_at is null and new.removed_at is not null) execute function count_rating();

-- Once, to a rating that others read, and in time.
create function reply_to_published_rating() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  shown_at timestamptz;
begin
  select published_at into shown_at from ratings where id = new.rating_id and removed_at is null;
  new.at := clock_timestamp();
  if shown_at is null then
    raise exception 'a hidden rating has no reply'
      using errcode = 'check_violation', constraint = 'rating_replies_to_published';
  end if;
  if new.at > shown_at + make_interval(days => limit_of('rating_reply_days')::int) then
    raise exception 'the time to reply is over' using errcode = 'check_violation', constraint = 'rating_replies_in_time';
  end if;
  return new;
end $$;
create trigger to_published_rating before insert on rating_replies for each row execute function reply_to_published_rating();
create trigger user_not_deleted before insert on rating_replies for each row execute function user_not_deleted('author_id');
create trigger append_only before update on rating_replies for each row execute function refuse_change();
create trigger append_only_whole before truncate on rating_replies execute function refuse_change();

