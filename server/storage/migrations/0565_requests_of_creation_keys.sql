-- A key of a caller stands for one request, not for any that comes with it (docs/decisions/0845). Null: the answer was stored
-- by a process of a former release.
alter table creation_answer add column request text;
