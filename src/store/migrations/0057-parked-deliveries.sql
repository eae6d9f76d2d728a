-- A part that fails holds up what stands behind it for a short time only; then it is parked and tried by itself.
alter table delivery_attempt
  -- Until then later parts of the conversation wait for it. Null: it has not failed.
  add column holds_until timestamptz,
  -- Whether a success of its channel may wake it: true while the failure may be the channel's, false once it failed alone.
  add column may_wake boolean,
  -- Attempts that our own end cut short. They are not the vendor's failures.
  add column interruptions integer not null default 0;

create index delivery_expiring on delivery_attempt (expires_at) where status = 'pending' and merged_into is null;
create index delivery_failing on delivery_attempt (provider_type, channel_account, next_attempt_at)
  where status = 'pending' and may_wake and merged_into is null;

-- A lease ends with the work, by the same write: nobody has to look for leases of what is settled.
create function end_lease() returns trigger language plpgsql as $$
begin
  new.lease_until := null;
  new.lease_holder := null;
  return new;
end
$$;

create trigger delivery_ends_its_lease before update of status on delivery_attempt
  for each row when (new.status <> 'sending' and new.lease_until is not null) execute function end_lease();
