-- An upgrade that has to rebuild tables from the log says so in the transaction of its migrations: a process that dies before the
-- rebuild leaves it to the next start.
alter table schema_version add column owes_rebuild boolean not null default false;
