-- A message of the contact form is mailed to support. The mail goes with its message: when that is deleted, so is the mail,
-- and with it what a demonstration captured.
alter table mails
  add column contact_message_id uuid constraint mails_contact_message references contact_messages on delete cascade,
  drop constraint mails_kind,
  add constraint mails_kind check (
    kind in (
      'verify_email', 'reset_password', 'password_changed', 'confirm_new_email', 'email_change_started', 'email_changed',
      'sign_in_code', 'new_device', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'account_exists',
      'sign_in_method_added', 'sign_in_method_removed', 'reauthentication_code', 'prior_access_revoked', 'api_key_added', 'sessions_ended_by_staff',
      'account_deleted', 'registration_code', 'trade_opened', 'trade_paid', 'trade_paid_taken_back', 'trade_time_given',
      'trade_cancelled', 'trade_expired', 'trade_completed', 'recovery_codes_renewed', 'contact_message'
    )
  ),
  drop constraint mails_of_somebody,
  add constraint mails_of_somebody check ((user_id is null) = (kind in ('registration_code', 'contact_message'))),
  add constraint mails_of_contact_message check ((contact_message_id is not null) = (kind = 'contact_message'));
create index mails_by_contact_message on mails (contact_message_id) where contact_message_id is not null;
