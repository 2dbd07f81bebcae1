-- Keys with which people's programs call the API. Figures are those of domain/api-keys.ts.

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- which of the person's it is: a number for each, so that there are twenty at most
  nr smallint not null constraint api_keys_twenty check (nr between 1 and 20),
  name text not null constraint api_keys_name check (char_length(name) between 1 and 60),
  -- SHA-256 of the whole key, whose 256 random bits need no salt
  hash text not null constraint api_keys_hash unique
    constraint api_keys_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  -- the first of its random characters, for the owner to know it by
  prefix text not null constraint api_keys_prefix_form check (prefix ~ '^[A-Za-z0-9_-]{8}$'),
  -- what it may do, each once
  scopes text[] not null constraint api_keys_scopes check (
    scopes <@ array['read', 'offers', 'trades'] and cardinality(scopes) > 0 and cardinality(scopes)
      = ('read' = any(scopes))::int + ('offers' = any(scopes))::int + ('trades' = any(scopes))::int
  ),
  created_at timestamptz not null default clock_timestamp(),
  -- noted every five minutes
  last_used_at timestamptz,
  -- null: it works until it is removed
  expires_at timestamptz constraint api_keys_life check (expires_at > created_at),
  constraint api_keys_nr_once unique (user_id, nr)
);

create function api_key_stays() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'last_used_at' is distinct from to_jsonb(old) - 'last_used_at' then
    raise exception 'a key is removed and made anew, never changed'
      using errcode = 'restrict_violation', constraint = 'api_keys_frozen';
  end if;
  return new;
end $$;
create trigger api_key_stays before update on api_keys for each row execute function api_key_stays();

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert, delete on api_keys to sarraf_app;
  grant update (last_used_at) on api_keys to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;
