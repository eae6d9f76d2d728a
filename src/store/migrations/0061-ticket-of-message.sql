-- Which message a one-time address came with, so that an answer is posted under its own question.
alter table reply_ticket add column vendor_id text;
