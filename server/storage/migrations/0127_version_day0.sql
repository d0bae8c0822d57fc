-- Day 0 of the version that a due report belongs to: where it inherits the report of an earlier version, that has another one.

alter table case_obligation add column version_day0 text;
alter table case_obligation no force row level security;
update case_obligation set version_day0 = day0;
alter table case_obligation force row level security;
alter table case_obligation alter column version_day0 set not null;
