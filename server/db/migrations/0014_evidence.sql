-- Files that prove something in a trade. Who may add which file when is data, as the moves of a trade are.

insert into limits values ('files_of_party', 5), ('files_per_hour', 20);

create table evidence_purposes (purpose text primary key);
comment on table evidence_purposes is 'written by migrate from domain/trades/evidence.ts';

create table evidence_media_types (media_type text primary key);
comment on table evidence_media_types is 'as stored: every picture is a WebP; written by migrate from domain/trades/evidence.ts';

create table evidence_rules (
  purpose text not null constraint evidence_rules_purpose references evidence_purposes,
  trade_status text not null constraint evidence_rules_status references trade_statuses,
  uploader_role text not null constraint evidence_rules_role check (uploader_role in ('buyer', 'seller')),
  -- whether the counterparty sees the file immediately; otherwise it is a draft until a move of the trade submits it
  is_submitted boolean not null,
  primary key (purpose, trade_status, uploader_role)
);
comment on table evidence_rules is 'who may add which file in which status of the trade; written by migrate from domain/trades/evidence.ts';

create table evidence_files (
  id uuid primary key,
  trade_id uuid not null references trades,
  purpose text not null constraint evidence_files_purpose references evidence_purposes,
  uploader_role text not null constraint evidence_files_uploader_role check (uploader_role in ('buyer', 'seller')),
  uploader_id uuid not null,
  buyer_id uuid generated always as (case when uploader_role = 'buyer' then uploader_id end) stored,
  seller_id uuid generated always as (case when uploader_role = 'seller' then uploader_id end) stored,
  media_type text not null constraint evidence_files_media_type references evidence_media_types,
  -- of a picture
  width int constraint evidence_files_width check (width between 1 and 16383),
  height int constraint evidence_files_height check (height between 1 and 16383),
  -- the file's size; a re-encoded picture can be larger than its upload
  bytes int not null constraint evidence_files_bytes check (bytes between 1 and case media_type when 'image/webp' then 6000000 else 5242880 end),
  -- envelope encryption in two parts, so that a rotation of keys rewrites the first only: the wrapped data key, and what it seals
  data_key bytea not null constraint evidence_files_data_key check (octet_length(data_key) = 69),
  sealed bytea constraint evidence_files_sealed check (octet_length(sealed) = bytes + 28),
  -- instead of the second, where it lies in an S3-compatible store (0046_stored_objects.sql)
  object_id uuid,
  -- of the file as it was uploaded, or of the PDF in it: the same file is known again
  sha256 bytea not null constraint evidence_files_sha256 check (octet_length(sha256) = 32),
  -- of what a PDF shows, without its metadata (server/trades/evidence/pdf-content.ts)
  content_sha256 bytea constraint evidence_files_content_sha256 check (content_sha256 is null or (media_type = 'application/pdf' and octet_length(content_sha256) = 32)),
  -- when the counterparty could see it; null: a draft
  submitted_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  constraint evidence_files_in_one_place check (num_nonnulls(sealed, object_id) = 1),
  constraint evidence_files_picture_size check (
    case media_type when 'image/webp' then num_nulls(width, height) = 0 else num_nulls(width, height) = 2 end),
  constraint evidence_files_area check (width * height <= 16777216 and least(width, height) <= 1536),
  constraint evidence_files_evidence_submitted check (purpose = 'payment_proof' or submitted_at is not null),
  constraint evidence_files_once unique (trade_id, uploader_id, purpose, sha256),
  constraint evidence_files_of_trade unique (trade_id, id),
  constraint evidence_files_position unique (trade_id, id, at),
  constraint evidence_files_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint evidence_files_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table evidence_files is 'proofs of payment, and what the parties show in a dispute';

-- What a payment mark needs, at commit (event_agrees), and what needsPaymentProof says beforehand.
create view trades_without_proof with (security_invoker = true) as
  select t.id as trade_id from trades t join users buyer on buyer.id = t.buyer_id
  where buyer.completed_trades = 0
    and not exists (select from evidence_files f
      where f.trade_id = t.id and f.purpose = 'payment_proof' and f.submitted_at is not null);
comment on view trades_without_proof is
  'the trades whose buyer has no completed trade and has not shown a proof of payment in this one';

create function payment_proof_missing(the_trade uuid) returns boolean language sql stable begin atomic
  select exists (select from trades_without_proof where trade_id = the_trade);
end;
revoke execute on function payment_proof_missing from public;

-- Encrypted bytes cannot be compressed.
alter table evidence_files alter column sealed set storage external;
create index evidence_files_by_sha256 on evidence_files (sha256, at);
create index evidence_files_by_content on evidence_files (content_sha256, at) where content_sha256 is not null;
create index evidence_files_by_uploader on evidence_files (uploader_id, at);
create trigger append_only_whole before truncate on evidence_files execute function refuse_change();
create trigger happens_now before insert on evidence_files
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds' or new.submitted_at <> new.at)
  execute function happens_now();
create trigger user_not_deleted before insert on evidence_files for each row execute function user_not_deleted('uploader_id');

-- Shares the trade's lock: the status holds until the file is committed, and a move waits for it.
create function evidence_file_allowed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  present text;
  is_seen boolean;
begin
  select status into present from trades where id = new.trade_id for share;
  select is_submitted into is_seen from evidence_rules
    where purpose = new.purpose and trade_status = present and uploader_role = new.uploader_role;
  if is_seen is null then
    raise exception 'no % by the % while the trade is %', new.purpose, new.uploader_role, present
      using errcode = 'check_violation', constraint = 'evidence_files_allowed';
  end if;
  if is_seen <> (new.submitted_at is not null) then
    raise exception 'a draft is submitted by a move, any other file immediately'
      using errcode = 'check_violation', constraint = 'evidence_files_draft';
  end if;
  perform count_alone('evidence_files', new.uploader_id);
  if (select count(*) from evidence_files
      where trade_id = new.trade_id and uploader_id = new.uploader_id and purpose = new.purpose) >= limit_of('files_of_party') then
    raise exception 'a party has a few files of a purpose in a trade'
      using errcode = 'check_violation', constraint = 'evidence_files_of_party_within_limit';
  end if;
  if (select count(*) from evidence_files
      where uploader_id = new.uploader_id and at > (select clock_timestamp() - interval '1 hour')) >= limit_of('files_per_hour') then
    raise exception 'a user adds a few files an hour'
      using errcode = 'check_violation', constraint = 'evidence_files_per_hour_within_limit';
  end if;
  return new;
end $$;
create trigger evidence_file_allowed before insert on evidence_files
  for each row execute function evidence_file_allowed();

-- A draft is submitted once, the bytes are moved as they are, and `npm run rotate-keys` wraps the data key again, as the owner.
create function evidence_file_changes() returns trigger language plpgsql as $$
begin
  if (new.id, new.trade_id, new.purpose, new.uploader_role, new.uploader_id, new.media_type, new.width, new.height, new.bytes,
      new.sha256, new.content_sha256, new.at)
    is not distinct from (old.id, old.trade_id, old.purpose, old.uploader_role, old.uploader_id, old.media_type, old.width,
      old.height, old.bytes, old.sha256, old.content_sha256, old.at)
    and ((new.sealed, new.object_id) is not distinct from (old.sealed, old.object_id)
      or moves_bytes(new.id, old.sealed, old.object_id, new.sealed, new.object_id))
    and (new.data_key = old.data_key or current_setting('sarraf.rotates_keys', true) = 'on')
    and (new.submitted_at is not distinct from old.submitted_at or (old.submitted_at is null
      and new.submitted_at between clock_timestamp() - interval '10 seconds' and clock_timestamp()))
  then return new; end if;
  raise exception 'evidence_files is append-only'
    using errcode = 'restrict_violation', constraint = 'evidence_files_append_only';
end $$;
create trigger append_only before update on evidence_files for each row execute function evidence_file_changes();

-- At commit: an objection names a proof, which it submits.
create function objection_has_proof() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from evidence_files
    where trade_id = new.trade_id and purpose = 'payment_proof' and submitted_at is not null) then return null; end if;
  raise exception 'an objection needs a proof of payment'
    using errcode = 'check_violation', constraint = 'trade_events_objection_has_proof';
end $$;
create constraint trigger objection_has_proof after insert on trade_events deferrable initially deferred
  for each row when (new.action = 'object') execute function objection_has_proof();

create table evidence_reads (
  id bigint generated always as identity primary key,
  trade_id uuid not null,
  file_id uuid not null,
  reader_id uuid not null references users,
  at timestamptz not null default clock_timestamp(),
  constraint evidence_reads_of_file foreign key (trade_id, file_id) references evidence_files (trade_id, id)
);
comment on table evidence_reads is 'each reading of a file: by whom, and when';
create index evidence_reads_by_file on evidence_reads (trade_id, file_id);
create index evidence_reads_by_reader on evidence_reads (reader_id);
create trigger append_only before update on evidence_reads for each row execute function refuse_change();
create trigger append_only_whole before truncate on evidence_reads execute function refuse_change();
create trigger happens_now before insert on evidence_reads
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- In PL/pgSQL, since the table of disputes comes later.
create function may_read_evidence(of_file uuid, reader uuid) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from evidence_files f join trades t on t.id = f.trade_id
    where f.id = of_file and (f.uploader_id = reader or (f.submitted_at is not null and (reader in (t.buyer_id, t.seller_id)
      or exists (select from disputes d where d.trade_id = f.trade_id and d.arbiter_id = reader)))));
end $$;
comment on function may_read_evidence is
  'whether the user is a party of the file''s trade, or the arbiter who has its case; a draft is its uploader''s only';
revoke execute on function may_read_evidence from public;

create function evidence_read_allowed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if may_read_evidence(new.file_id, new.reader_id) then return new; end if;
  raise exception 'only the parties of the trade and the arbiter of its case read its files'
    using errcode = 'check_violation', constraint = 'evidence_reads_allowed';
end $$;
create trigger evidence_read_allowed before insert on evidence_reads for each row execute function evidence_read_allowed();

create table evidence_fingerprints (
  trade_id uuid not null,
  file_id uuid not null,
  -- 0: the whole picture; the others: what usual crops leave of it (server/http/pictures/fingerprint.ts)
  crop smallint not null constraint evidence_fingerprints_crop check (crop between 0 and 6),
  hash bigint not null,
  band_0 int not null generated always as ((hash & 65535)::int) stored,
  band_1 int not null generated always as (((hash >> 16) & 65535)::int) stored,
  band_2 int not null generated always as (((hash >> 32) & 65535)::int) stored,
  band_3 int not null generated always as (((hash >> 48) & 65535)::int) stored,
  detail bit(256) not null,
  -- that of the file
  at timestamptz not null,
  primary key (trade_id, file_id, crop),
  constraint evidence_fingerprints_of_file foreign key (trade_id, file_id, at) references evidence_files (trade_id, id, at)
);
comment on table evidence_fingerprints is
  'perceptual hashes of the pictures among the files. The server may add them and not read them: evidence_reuse compares them';
create index evidence_fingerprints_band_0 on evidence_fingerprints (band_0, at) include (trade_id, file_id, detail);
create index evidence_fingerprints_band_1 on evidence_fingerprints (band_1, at) include (trade_id, file_id, detail);
create index evidence_fingerprints_band_2 on evidence_fingerprints (band_2, at) include (trade_id, file_id, detail);
create index evidence_fingerprints_band_3 on evidence_fingerprints (band_3, at) include (trade_id, file_id, detail);
create trigger append_only before update on evidence_fingerprints for each row execute function refuse_change();
create trigger append_only_whole before truncate on evidence_fingerprints execute function refuse_change();

-- Whether a file was used in another trade before: 'same_file', 'similar_picture' or null; never in which. Drafts are no use.
-- Two hashes that differ in at most three bits have one of their four bands in common (pigeonhole principle), and most
-- that differ in a few more do; the details decide. Receipts of one layout share bands, so the newest candidates of each band
-- are compared, and the cost has a bound whatever the number of files.
create function evidence_reuse(of_file uuid) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if sees_all() is not true then
    raise exception 'a party does not learn whether a file was used before'
      using errcode = 'insufficient_privilege', constraint = 'evidence_reuse_for_arbiter';
  end if;
  if exists (
    select from evidence_files f join evidence_files earlier on earlier.sha256 = f.sha256 and earlier.at < f.at
    where f.id = of_file and earlier.trade_id <> f.trade_id and earlier.submitted_at is not null
  ) or exists (
    select from evidence_files f join evidence_files earlier on earlier.content_sha256 = f.content_sha256 and earlier.at < f.at
    where f.id = of_file and earlier.trade_id <> f.trade_id and earlier.submitted_at is not null
  ) then return 'same_file'; end if;
  if exists (
    select from evidence_files f join evidence_fingerprints own on own.trade_id = f.trade_id and own.file_id = f.id
    cross join lateral (
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_0 = own.band_0 and at < own.at order by at desc limit 1000)
      union all
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_1 = own.band_1 and at < own.at order by at desc limit 1000)
      union all
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_2 = own.band_2 and at < own.at order by at desc limit 1000)
      union all
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_3 = own.band_3 and at < own.at order by at desc limit 1000)) as candidate
    where f.id = of_file and candidate.trade_id <> own.trade_id and bit_count(candidate.detail # own.detail) <= 20
      and exists (select from evidence_files earlier where earlier.id = candidate.file_id and earlier.submitted_at is not null)
  ) then return 'similar_picture'; end if;
  return null;
end $$;
revoke execute on function evidence_reuse from public;
