-- A link by which the copy of an account is fetched once: made after somebody has shown again who they are.
alter table access_token drop constraint token_kind_is_known;
alter table access_token add constraint token_kind_is_known check (kind in ('operator', 'account', 'service', 'session', 'link', 'export'));
