-- What was kept of people who left before 0024, because it was on its way when they did: its view names it until it is gone.
delete from mails m using users u where u.id = m.user_id and u.deleted_at is not null and m.kind <> 'account_deleted';
delete from commands c using users u where u.id = c.actor_id and u.deleted_at is not null;
delete from contact_messages m using users u where u.id = m.user_id and u.deleted_at is not null;
