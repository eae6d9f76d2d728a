-- What others see of a character, and how it speaks: model, sampling, length, style.
alter table bots add column pronouns text not null default '';
alter table bots add column looks text not null default '';
alter table bots add column play jsonb not null default '{}';
