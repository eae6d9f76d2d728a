-- A fire is `waiting` until its words have arrived; `dismissed` when the person says that they need it no more.
alter table reminder_fire drop constraint fire_state_is_known;
alter table reminder_fire add constraint fire_state_is_known check (fire_state in ('waiting', 'completed', 'skipped', 'dismissed'));
alter table reminder_fire add column reached_at timestamptz;
create index reminder_fire_waiting on reminder_fire (account_id) where fire_state = 'waiting';

-- When the words of a notice arrived, and whether the one who planned was told that they had not.
alter table notification add column reached_at timestamptz;
create index notification_of_object on notification (object_id, created_at);

-- A part that travelled inside another one kept the error of the time it waited.
update delivery_attempt set error_code = null
  where merged_into is not null and sent_at is not null and status in ('sent', 'delivered', 'read') and error_code is not null;
