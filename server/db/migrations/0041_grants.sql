-- What the server's login may do. Each later migration grants what it adds.

-- Neither objects in the schema nor temporary tables, which server/db/migrate.ts forbids.
revoke create on schema public from public;

grant usage on schema public to sarraf_app;
grant usage on all sequences in schema public to sarraf_app;
grant select on all tables in schema public to sarraf_app;
-- Only a trigger reads whose name it was; the purge deletes by ctid.
revoke select on freed_usernames from sarraf_app;
grant select (skeleton, freed_at, ctid) on freed_usernames to sarraf_app;

-- foundations and accounts
grant insert on signing_keys to sarraf_app;
grant insert (is_one) on demonstration to sarraf_app;
grant insert, update (username, email_verified, bio, location, deleted_at) on users to sarraf_app;
grant insert (user_id, email, language), update (email, language, confirm_above_micro, recovered_at, refused_email, email_refused_at)
  on accounts to sarraf_app;
grant delete on freed_usernames to sarraf_app;
grant insert, delete on avatars to sarraf_app;

-- sessions and sign-in methods
grant insert, update, delete on sessions, rate_limits to sarraf_app;
grant insert, delete, update (last_seen_at) on user_networks to sarraf_app;
grant insert, delete on devices, sign_ins, one_time_tokens, api_keys, identities, totps, passkeys, recovery_codes to sarraf_app;
grant update (hash, last_used_at) on devices to sarraf_app;
grant update (attempts_left) on one_time_tokens to sarraf_app;
grant update (last_used_at) on api_keys to sarraf_app;
grant update (password) on identities to sarraf_app;
grant update (confirmed_at, last_step, wrong_at, wrong_count, wrong_since, wrong_notified_at) on totps to sarraf_app;
grant update (counter, last_used_at) on passkeys to sarraf_app;

-- offers, trades, escrow and chat
grant insert, update (version, fiat_currency, payment_methods, payment_account_ids, reference_policy, amount_tail, min_milli, max_milli, percentage_tenths, terms, first_message,
  payment_window_minutes, status, max_open_trades, inventory_micro, renewed_at, deleted_at, trusted_only, min_account_days,
  min_completed_trades, min_completion_rate, new_taker_share, hours_only) on offers to sarraf_app;
-- Whether they are open is what follow_clock says.
grant insert (user_id, time_zone, opens, closes), update (time_zone, opens, closes), delete on business_hours to sarraf_app;
grant execute on function business_hours_now, business_is_open to sarraf_app;
grant insert, delete, update (version, sealed, fingerprint, is_default, changed_at) on payment_accounts to sarraf_app;
-- Only triggers compare the fingerprints of payment accounts.
revoke select on payment_accounts, trade_payment_details from sarraf_app;
grant select (id, user_id, payment_method, version, sealed, is_default, created_at, changed_at) on payment_accounts to sarraf_app;
grant select (trade_id, seller_id, account_id, account_version, account_changed_at, sealed, erased_at) on trade_payment_details to sarraf_app;
grant insert on meeting_codes to sarraf_app;
grant execute on function type_meeting_code to sarraf_app;
grant insert on trade_payment_details, payment_detail_reads, payee_answers, payer_declarations, payer_checks to sarraf_app;
grant insert, delete on quotes to sarraf_app;
grant insert, update (status, version, pay_deadline, deadline, moved_at, split_released_micro) on trades to sarraf_app;
grant insert on trade_events, ledger_accounts, transfers, trade_images, messages to sarraf_app;
grant insert, update (last_seq, buyer_read_seq, seller_read_seq) on trade_chats to sarraf_app;
grant insert, update (submitted_at) on evidence_files to sarraf_app;
grant insert on evidence_reads, evidence_fingerprints to sarraf_app;
grant execute on function may_read_evidence, evidence_reuse, dispute_before, open_case_links to sarraf_app;
-- Only evidence_reuse compares them.
revoke select on evidence_fingerprints from sarraf_app;

grant execute on function acting_key to sarraf_app;

-- disputes
grant update (status, version, round, arbiter_id, deadline, late_decisions, outcome) on disputes to sarraf_app;
grant insert on dispute_events, dispute_assignments, dispute_statements, dispute_decisions to sarraf_app;
grant execute on function details_shown, payment_proof_missing to sarraf_app;

-- ratings
grant insert (trade_id, rater_id, stars, comment) on ratings to sarraf_app;
grant insert (rating_id, author_id, reply) on rating_replies to sarraf_app;
grant execute on function publish_due_ratings to sarraf_app;

-- teams
grant insert, delete, update (accepted_at, ended_at) on team_members to sarraf_app;
grant insert, delete on team_member_roles to sarraf_app;
grant delete on team_acts to sarraf_app;
grant execute on function acting_owner, acting_member, in_one_team, teamed_lately to sarraf_app;

-- events, commands, mail, contact and staff
grant insert, update (last_seq) on user_streams to sarraf_app;
grant insert, delete on user_events to sarraf_app;
grant insert, delete, update (status, answer) on commands to sarraf_app;
grant insert, delete, update (values, next_attempt_at, attempts, sent_at, failed_at, last_error) on mails to sarraf_app;
grant insert on caught_mails, audit_log to sarraf_app;
grant insert, delete, update (answer_id, answer) on contact_messages to sarraf_app;
grant update (closing_id, outcome, closed_with) on reports to sarraf_app;
grant insert (audit_id, trade_id, arbiter_id), update (event_seq) on dispute_readmissions to sarraf_app;
grant execute on function check_next_rule to sarraf_app;
grant insert (audit_id, user_id), update (restored_id) on suspensions to sarraf_app;
grant insert (audit_id, offer_id), update (unhidden_id) on hidden_offers to sarraf_app;
grant insert (id, sealed) on suspended_email_keys to sarraf_app;
grant insert (user_id, fingerprint) on suspended_emails to sarraf_app;
grant insert (id, start_id), update (end_id) on outages to sarraf_app;
grant insert (audit_id, rating_id) on removed_ratings to sarraf_app;
grant insert (audit_id) on currency_switches to sarraf_app;
grant insert (audit_id, fiat_currency, version, language, notice) on currency_notices to sarraf_app;
grant delete, update on currency_notifications to sarraf_app;
grant execute on function lock_open_trades to sarraf_app;

-- relations
grant insert, delete, update (kind, at) on relations to sarraf_app;
grant insert (writer_id, about_id, text, tags), update (text, tags, changed_at), delete on trader_notes to sarraf_app;

-- reports
grant insert, update (closing_id) on reports to sarraf_app;
grant execute on function report_subject, purge_reports to sarraf_app;

-- quick replies and templates of offers
grant insert (user_id, title, text), update (title, text), delete on quick_replies to sarraf_app;
grant insert (user_id, name, content), update (name), delete on offer_templates to sarraf_app;

-- saved searches; only triggers and the worker's functions write their scopes, the changes of offers and the matches
grant insert, delete, update (trader_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths, price_e6, is_paused)
  on saved_searches to sarraf_app;
grant delete on search_matches to sarraf_app;
grant execute on function start_offer_changes, match_next_offer_change to sarraf_app;

-- notifications, which write_notification inserts
grant update (escalate_at, seen_at, read_at), delete on notifications to sarraf_app;
grant update (due_at, attempts, outcome, ended_at, last_error, decided_at, summary_id) on notification_deliveries to sarraf_app;
grant insert, update (is_on) on notification_settings to sarraf_app;
grant insert, update (time_zone, quiet_from, quiet_until, escalation_minutes, escalation_channels)
  on notification_preferences to sarraf_app;
grant execute on function write_notification, escalate_notifications to sarraf_app;

-- push notifications
grant insert on vapid_keys to sarraf_app;
grant insert, delete, update (last_success_at) on push_subscriptions to sarraf_app;

-- webhooks
grant insert (key_id, user_id, url, sealed), delete,
  update (url, last_success_at, failing_since, paused_at, pause_reason) on webhooks to sarraf_app;
grant insert (key_id, user_id, notification_id), delete,
  update (since, due_at, attempts, last_attempt_at, response_status, failure, outcome, ended_at) on webhook_deliveries to sarraf_app;

-- public figures
grant update (snapshot, statistics, as_of) on transparency to sarraf_app;
grant execute on function count_public_figures, last_public_day to sarraf_app;

-- deletion and retention
grant execute on function erase_account, erase_payment_details, erase_payer_names, erase_meeting_codes, purge_messages, purge_trades, purge_deleted_offers_and_users, purge_unused_quotes
  to sarraf_app;

-- tiers
grant execute on function tier_of, trading_limits, new_taker_networks to sarraf_app;
revoke select on tier_limit_changes, bond_switches from sarraf_app;
grant select (id, is_on) on bond_switches to sarraf_app;

-- rehearsals
grant insert (user_id, scenario), update (step, moves), delete on rehearsals to sarraf_app;
