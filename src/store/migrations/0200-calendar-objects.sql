-- What a calendar program wrote with an entry: the name it gave the file, the kind of entry, and every line that no column stands
-- for (notes, places, categories, priorities, alarms). Null: it was made here and no such program has written it.
alter table reminder add column calendar jsonb;
create index reminder_of_calendar_name on reminder (owner_account_id, (calendar ->> 'name')) where calendar is not null;

-- In which transaction a row last changed. A program that synchronizes asks for what has changed since the oldest transaction that
-- was still open when it asked last: nothing that commits late is missed. No fact of the log: a rebuild writes it anew.
alter table reminder add column changed_in xid8;
create function mark_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger reminder_marks_its_change before insert or update on reminder for each row execute function mark_change();
create index reminder_changed_in on reminder (owner_account_id, changed_in);

-- Name, colour and place of a collection, as the person's programs set them.
create table calendar_collection (
  account_id text not null,
  component text not null,
  properties jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, component),
  constraint calendar_component_is_known check (component in ('VEVENT', 'VTODO'))
);
select guard_table('calendar_collection');

-- Entries that a program made or moved, until the person was told of them in chat.
create table calendar_news (
  account_id text not null,
  reminder_id text not null,
  -- Another entry of the person at the same time.
  overlaps_id text,
  is_new boolean not null,
  made_at timestamptz not null,
  primary key (account_id, reminder_id)
);
select guard_table('calendar_news');

-- Who reminds: chat and the calendars of the person's devices, or one of them only.
alter table account add column reminded_by text not null default 'both';
alter table account add constraint reminded_by_is_known check (reminded_by in ('both', 'chat', 'devices'));
