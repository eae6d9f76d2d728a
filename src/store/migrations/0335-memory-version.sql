-- How often a person's memory has changed: a process that has read it at this version need not read it again.
create function my_memory_version() returns bigint language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select version from stream_head where stream = 'memory:' || calling_account()), 0)
$$;
revoke execute on function my_memory_version() from public;
grant execute on function my_memory_version() to meanwhile_app;
