-- Where the buyer of a trade pays, and who was shown it.

create table trade_payment_details (
  trade_id uuid primary key,
  seller_id uuid not null,
  -- the account that was copied; null after its removal
  account_id uuid constraint trade_payment_details_account references payment_accounts on delete set null,
  account_version int not null,
  -- when the account was added or last changed before the trade was opened
  account_changed_at timestamptz not null,
  -- the details as they were when the trade was opened, sealed for this trade (server/encryption); null once erased
  sealed bytea constraint trade_payment_details_sealed check (octet_length(sealed) between 100 and 2000),
  erased_at timestamptz,
  constraint trade_payment_details_erased check ((sealed is null) = (erased_at is not null)),
  constraint trade_payment_details_of_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table trade_payment_details is
  'where the buyer of a trade pays: a copy of the seller''s payment account, which never changes and is erased 30 days after the end of the trade';
create index trade_payment_details_of_account on trade_payment_details (account_id);
create index trade_payment_details_of_seller on trade_payment_details (seller_id);
create trigger append_only_whole before truncate on trade_payment_details execute function refuse_change();

create function payment_details_as_chosen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.erased_at is not null or not exists (
    select from trades t join offers o on o.id = t.offer_id join payment_accounts a on a.id = new.account_id
    where t.id = new.trade_id and t.version = 1
      and (a.user_id, a.payment_method, a.version, a.changed_at)
        = (t.seller_id, t.payment_method, new.account_version, new.account_changed_at)
      and (t.offer_type = 'buy' or a.id = o.payment_account_id)) then
    raise exception 'a trade copies an account of its seller and method as it is'
      using errcode = 'check_violation', constraint = 'trade_payment_details_as_chosen';
  end if;
  return new;
end $$;
create trigger payment_details_as_chosen before insert on trade_payment_details
  for each row execute function payment_details_as_chosen();

-- The reference is circular: a trade has its details when it commits.
alter table trades add constraint trades_have_payment_details
  foreign key (id) references trade_payment_details deferrable initially deferred;

create table payment_detail_reads (
  trade_id uuid not null,
  -- the buyer
  reader_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  constraint payment_detail_reads_by_buyer foreign key (trade_id, reader_id) references trades (id, buyer_id)
);
comment on table payment_detail_reads is 'every time that a buyer was shown the payment details of a trade';
create index payment_detail_reads_of_trade on payment_detail_reads (trade_id, reader_id, at);
create trigger happens_now before insert on payment_detail_reads for each row execute function happens_now('at');
create trigger append_only before update on payment_detail_reads for each row execute function refuse_change();
create trigger append_only_whole before truncate on payment_detail_reads execute function refuse_change();

create function payment_details_read_while_open() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from trade_states where trade_id = new.trade_id and is_open) then return new; end if;
  raise exception 'payment details are shown while the trade is open'
    using errcode = 'check_violation', constraint = 'payment_detail_reads_while_open';
end $$;
create trigger payment_details_read_while_open before insert on payment_detail_reads
  for each row execute function payment_details_read_while_open();
