-- Templates of offers: what their user typed in the offer form, under a name. They reserve nothing, and name no payment account.

insert into limits values ('offer_templates', 20);

create table offer_templates (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  name text not null constraint offer_templates_name check (char_length(name) between 1 and 60 and name ~ '\S'),
  -- the fields of the form (templateContentSchema), which is checked when an offer is posted
  content jsonb not null constraint offer_templates_content check (jsonb_typeof(content) = 'object' and char_length(content::text) <= 8000),
  created_at timestamptz not null default clock_timestamp()
);
comment on table offer_templates is 'what new offers of a user begin with; only the owner of a row, and the members who manage offers for them, read it';
create index offer_templates_of_user on offer_templates (user_id, created_at);
create trigger user_not_deleted before insert on offer_templates for each row execute function user_not_deleted('user_id');
create trigger happens_now before insert on offer_templates
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function offer_template_keeps_user() returns trigger language plpgsql as $$
begin
  raise exception 'a template keeps its user' using errcode = 'restrict_violation', constraint = 'offer_templates_frozen';
end $$;
create trigger offer_template_keeps_user before update on offer_templates for each row
  when ((old.id, old.user_id, old.created_at) is distinct from (new.id, new.user_id, new.created_at))
  execute function offer_template_keeps_user();

-- Runs after the row is written, so that it counts itself.
create function offer_templates_within_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('offer templates', new.user_id);
  if (select count(*) from offer_templates where user_id = new.user_id) > limit_of('offer_templates') then
    raise exception 'this user has too many templates'
      using errcode = 'check_violation', constraint = 'offer_templates_within_limit';
  end if;
  return null;
end $$;
create trigger offer_templates_within_limit after insert on offer_templates
  for each row execute function offer_templates_within_limit();

create function template_by_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  template offer_templates := case tg_op when 'DELETE' then old else new end;
begin
  if template.user_id <> acting_owner() then
    raise exception 'a member manages the owner''s templates'
      using errcode = 'restrict_violation', constraint = 'offer_templates_by_member';
  end if;
  perform assert_team_role('offers');
  if tg_op <> 'DELETE' and coalesce(new.content ->> 'firstMessage', '')
    <> (case tg_op when 'INSERT' then '' else coalesce(old.content ->> 'firstMessage', '') end) then
    perform assert_team_role('chat');
  end if;
  insert into team_acts (owner_id, member_id, kind)
  values (template.user_id, acting_member(), case tg_op when 'DELETE' then 'offer_template_deleted' else 'offer_template_saved' end);
  return template;
end $$;
create trigger template_by_member before insert or update or delete on offer_templates for each row
  when (acting_member() is not null) execute function template_by_member();
