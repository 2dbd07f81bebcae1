-- Quick replies: short texts of a user, which they insert in a chat before they send.

insert into limits values ('quick_replies', 20);

create table quick_replies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- '' is none
  title text not null constraint quick_replies_title check (char_length(title) <= 40),
  text text not null constraint quick_replies_text check (char_length(text) between 1 and 500 and text ~ '\S'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table quick_replies is 'the quick replies of users; only the owner of a row, and the members who write in chats for them, read it';
create index quick_replies_of_user on quick_replies (user_id, created_at);
create trigger user_not_deleted before insert on quick_replies for each row execute function user_not_deleted('user_id');
create trigger happens_now before insert on quick_replies
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function quick_reply_keeps_user() returns trigger language plpgsql as $$
begin
  raise exception 'a quick reply keeps its user' using errcode = 'restrict_violation', constraint = 'quick_replies_frozen';
end $$;
create trigger quick_reply_keeps_user before update on quick_replies for each row
  when ((old.id, old.user_id, old.created_at) is distinct from (new.id, new.user_id, new.created_at))
  execute function quick_reply_keeps_user();

-- Runs after the row is written, so that it counts itself.
create function quick_replies_within_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('quick replies', new.user_id);
  if (select count(*) from quick_replies where user_id = new.user_id) > limit_of('quick_replies') then
    raise exception 'this user has too many quick replies'
      using errcode = 'check_violation', constraint = 'quick_replies_within_limit';
  end if;
  return null;
end $$;
create trigger quick_replies_within_limit after insert on quick_replies
  for each row execute function quick_replies_within_limit();

-- A member reads them, and writes none.
create trigger refuse_acting before insert or update or delete on quick_replies for each statement
  when (acting_member() is not null) execute function refuse_acting();
