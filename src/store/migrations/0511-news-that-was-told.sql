-- The message that named an entry of a calendar program last: "move it to four" means that entry.
alter table calendar_news add column told_in text;
