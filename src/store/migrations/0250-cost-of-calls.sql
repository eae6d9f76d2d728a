-- What a call cost by the prices of its moment, in millionths of the currency. Empty where no price was set.
alter table model_call add column cost_micros bigint, add column currency text;
