-- What each process counted, by minutes, by ten minutes and by hours, for the charts of operators. Numbers alone, of all people together.
-- No fact and in no rebuild; old rows are deleted.
create table metric_sample (
  step_seconds integer not null,
  at timestamptz not null,
  process text not null,
  sample jsonb not null,
  primary key (step_seconds, at, process)
);
grant select, insert, update, delete on metric_sample to meanwhile_engine;
grant select on metric_sample to meanwhile_reader;
