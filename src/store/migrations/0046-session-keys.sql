-- A session has a second secret, which the page keeps and sends beside the cookie: browsers send cookies to every port of a host.
alter table access_token add column page_hash text;
-- The session that made a token or a link. None for those made on the command line or with another token.
alter table access_token add column made_in text;
-- A mark: when the session's holder last showed again who they are.
alter table access_token add column proven_at timestamptz;
