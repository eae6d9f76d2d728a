-- How new the tables are is part of every report of a run against an instance.
grant select on schema_version to meanwhile_reader;
