-- Whether what the caller planned or changed last has been said to the others who take part, and has arrived.
create function shared_notices(shared text[]) returns table (
  shared_reminder_id text, account_id text, state text, told_at timestamptz, reached_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select distinct on (n.object_id, n.account_id) n.object_id, n.account_id, n.state, n.told_at,
    -- Earlier versions kept the arrival on the delivery alone.
    coalesce(n.reached_at, (select min(d.sent_at) from delivery_attempt d
      where d.message_id = n.message_id and d.status in ('sent', 'delivered', 'read')))
  from notification n
  where n.actor_account_id = calling_account() and n.object_type = 'shared_reminder' and n.object_id = any(shared)
    and n.type not in ('shared_reminder_heard', 'shared_reminder_unheard')
  order by n.object_id, n.account_id, n.created_at desc, n.id desc
$$;
revoke execute on function shared_notices(text[]) from public;
grant execute on function shared_notices(text[]) to meanwhile_app;
