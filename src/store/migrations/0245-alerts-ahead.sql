-- When a reminder is next announced ahead of its time: some minutes before, as its alarms say. Null: nothing is to be announced.
alter table reminder add column alert_at timestamptz;
create index reminder_alert_at on reminder (owner_account_id, alert_at) where alert_at is not null;
