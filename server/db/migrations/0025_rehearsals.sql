-- The rehearsal: invented trades with a bot. Nothing here touches trades or the ledger.

create table rehearsal_scenarios (scenario text primary key);
comment on table rehearsal_scenarios is 'domain/trades/rehearsals.ts holds the same';
insert into rehearsal_scenarios values ('fake_receipt'), ('other_payer'), ('overpayment'), ('false_support');

create table rehearsal_rules (
  scenario text not null constraint rehearsal_rules_scenario references rehearsal_scenarios,
  from_step text not null,
  move text not null,
  to_step text not null,
  primary key (scenario, from_step, move)
);
comment on table rehearsal_rules is
  'the moves of each scenario; the first step is claim, and passed, lost and abandoned are ends. domain/trades/rehearsals.ts holds the same rows';
insert into rehearsal_rules values
  ('fake_receipt', 'claim', 'check_account', 'account'),
  ('fake_receipt', 'claim', 'confirm_receipt', 'lost'),
  ('fake_receipt', 'claim', 'abandon', 'abandoned'),
  ('fake_receipt', 'account', 'wait', 'pressure'),
  ('fake_receipt', 'account', 'open_dispute', 'passed'),
  ('fake_receipt', 'account', 'confirm_receipt', 'lost'),
  ('fake_receipt', 'account', 'abandon', 'abandoned'),
  ('fake_receipt', 'pressure', 'open_dispute', 'passed'),
  ('fake_receipt', 'pressure', 'confirm_receipt', 'lost'),
  ('fake_receipt', 'pressure', 'abandon', 'abandoned'),
  ('other_payer', 'claim', 'check_account', 'account'),
  ('other_payer', 'claim', 'confirm_receipt', 'lost'),
  ('other_payer', 'claim', 'abandon', 'abandoned'),
  ('other_payer', 'account', 'open_dispute', 'passed'),
  ('other_payer', 'account', 'state_same_person', 'lost'),
  ('other_payer', 'account', 'confirm_receipt', 'lost'),
  ('other_payer', 'account', 'abandon', 'abandoned'),
  ('overpayment', 'claim', 'check_account', 'account'),
  ('overpayment', 'claim', 'confirm_receipt', 'lost'),
  ('overpayment', 'claim', 'abandon', 'abandoned'),
  ('overpayment', 'account', 'open_dispute', 'passed'),
  ('overpayment', 'account', 'send_back', 'lost'),
  ('overpayment', 'account', 'confirm_receipt', 'lost'),
  ('overpayment', 'account', 'abandon', 'abandoned'),
  ('false_support', 'claim', 'report_message', 'pressure'),
  ('false_support', 'claim', 'check_account', 'account'),
  ('false_support', 'claim', 'send_code', 'lost'),
  ('false_support', 'claim', 'confirm_receipt', 'lost'),
  ('false_support', 'claim', 'abandon', 'abandoned'),
  ('false_support', 'account', 'open_dispute', 'passed'),
  ('false_support', 'account', 'send_code', 'lost'),
  ('false_support', 'account', 'confirm_receipt', 'lost'),
  ('false_support', 'account', 'abandon', 'abandoned'),
  ('false_support', 'pressure', 'check_account', 'account'),
  ('false_support', 'pressure', 'open_dispute', 'passed'),
  ('false_support', 'pressure', 'send_code', 'lost'),
  ('false_support', 'pressure', 'confirm_receipt', 'lost'),
  ('false_support', 'pressure', 'abandon', 'abandoned');

create table rehearsals (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  scenario text not null constraint rehearsals_scenario references rehearsal_scenarios,
  step text not null default 'claim',
  -- the moves so far, in order
  moves text[] not null default '{}',
  started_at timestamptz not null default clock_timestamp()
);
comment on table rehearsals is
  'the latest attempt of a user at each scenario: a new one replaces it. A row changes only by a move of rehearsal_rules';
create unique index rehearsals_one_of_scenario on rehearsals (user_id, scenario);
create trigger user_not_deleted before insert on rehearsals for each row execute function user_not_deleted('user_id');

create function rehearsal_begins() returns trigger language plpgsql as $$
begin
  if new.step <> 'claim' or new.moves <> '{}' then
    raise exception 'a rehearsal begins at its first step' using errcode = 'check_violation', constraint = 'rehearsals_begin';
  end if;
  return new;
end $$;
create trigger rehearsal_begins before insert on rehearsals for each row execute function rehearsal_begins();

create table rehearsal_passes (
  user_id uuid not null references users on delete cascade,
  scenario text not null constraint rehearsal_passes_scenario references rehearsal_scenarios,
  primary key (user_id, scenario)
);
comment on table rehearsal_passes is 'the scenarios that a user has passed; written by a trigger only';
create trigger only_by_triggers before insert on rehearsal_passes for each row execute function inserted_by_triggers();
create trigger append_only before update on rehearsal_passes for each row execute function refuse_change();

create function rehearsal_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.id, new.user_id, new.scenario, new.started_at) is distinct from (old.id, old.user_id, old.scenario, old.started_at)
    or new.moves[:cardinality(old.moves)] is distinct from old.moves or cardinality(new.moves) <> cardinality(old.moves) + 1
    or not exists (
      select from rehearsal_rules r
      where r.scenario = old.scenario and r.from_step = old.step and r.to_step = new.step
        and r.move = new.moves[cardinality(new.moves)])
  then
    raise exception 'no rule allows this move' using errcode = 'check_violation', constraint = 'rehearsals_by_rule';
  end if;
  return new;
end $$;
create trigger rehearsal_moves before update on rehearsals for each row when (old is distinct from new)
  execute function rehearsal_moves();

-- The lock makes two scenarios that are passed in parallel count together.
create function rehearsal_passed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from accounts where user_id = new.user_id for no key update;
  insert into rehearsal_passes (user_id, scenario) values (new.user_id, new.scenario) on conflict do nothing;
  update accounts set rehearsed_at = clock_timestamp()
  where user_id = new.user_id and rehearsed_at is null and not exists (
    select from rehearsal_scenarios s
    where not exists (select from rehearsal_passes p where p.user_id = new.user_id and p.scenario = s.scenario));
  return null;
end $$;
create trigger rehearsal_passed after update on rehearsals for each row when (new.step = 'passed')
  execute function rehearsal_passed();
