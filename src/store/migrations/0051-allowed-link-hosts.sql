-- Hosts that replies to this person may link to, as the person allowed them. Links to other hosts are shown as text in chat apps.
alter table account add column link_hosts jsonb not null default '[]';
