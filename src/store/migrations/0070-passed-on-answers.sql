-- What people have read of an answer whose turn newer input took the place of. It stays in their chat; the log does not keep it.
alter table answer_stream add column read_before text;
