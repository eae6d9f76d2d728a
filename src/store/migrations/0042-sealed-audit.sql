-- The chain's hashes can be made again by whoever owns the database. A seal is made by the product, of an entry's number and hash, with a key
-- that is never in the database: from the first seal on an entry without a fitting one was not written by the product.
create table audit_seal (
  id bigint primary key,
  key_id text not null,
  seal text not null
);
create trigger audit_seal_is_append_only before update or delete on audit_seal for each row execute function refuse_audit_change();
create trigger audit_seal_is_never_truncated before truncate on audit_seal for each statement execute function refuse_audit_change();
grant select, insert on audit_seal to meanwhile_engine;
grant select on audit_seal to meanwhile_reader;
