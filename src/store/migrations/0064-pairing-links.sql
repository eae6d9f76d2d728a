-- A link or a picture to scan carries a longer code than the one that a person types. Either uses the pairing up.
alter table pairing add column link_hash text;
alter table pairing add constraint one_pairing_per_link unique (link_hash);
