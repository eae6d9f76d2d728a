-- A link by which the copy of an account is fetched once: made after somebody has shown again who they are.
alter table access_token drop constraint token_kind_is_known;
alter table access_token add constraint token_kind_is_known check (kind in ('operator', 'account', 'service', 'session', 'link', 'export'));

-- Prompts that have served their time are found by age. Rows come in that order, so a few bytes for many of them are enough.
create index model_call_by_age on model_call using brin (started_at);
