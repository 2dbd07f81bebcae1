-- Mails of trades: what the other side did, to whoever wants to be told. And of new recovery codes.

alter table mails
  drop constraint mails_kind,
  add constraint mails_kind check (
    kind in (
      'verify_email', 'reset_password', 'password_changed', 'confirm_new_email', 'email_change_started', 'email_changed',
      'sign_in_code', 'new_device', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'account_exists',
      'sign_in_method_added', 'sign_in_method_removed', 'reauthentication_code', 'prior_access_revoked', 'api_key_added', 'sessions_ended_by_staff',
      'account_deleted', 'registration_code', 'trade_opened', 'trade_paid', 'trade_paid_taken_back', 'trade_time_given',
      'trade_cancelled', 'trade_expired', 'trade_completed', 'recovery_codes_renewed'
    )
  );
comment on column users.wants_trade_updates is 'whether moves of the other side, and of the clock, are mailed';
