-- The version and the moment at which the calendar file of an entry last changed. A reminder that fires, or whose message arrives,
-- has a new version, but its file is as it was: devices need not fetch it again.
alter table reminder add column file_version integer;
alter table reminder add column file_changed_at timestamptz;
update reminder set file_version = version, file_changed_at = updated_at;

-- A synchronization reports what a file would show. Days of a series that no rule can say are written out as of its last fire.
create or replace function mark_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.file_version = old.file_version and new.content = old.content
    and new.calendar is not distinct from old.calendar and new.workdays is null and coalesce(new.rrule, '') not like '%RSCALE=%'
  then
    new.changed_in := old.changed_in;
  else
    new.changed_in := pg_current_xact_id();
  end if;
  return new;
end $$;
