-- Whether a receiver that got an earlier version has not got this one, the newest (docs/decisions/0607). Kept with the due
-- reports, whose backfill fills it: to compare what went out of all versions takes longer with each case.
alter table pv_case add column receiver_behind boolean not null default false;
create index pv_case_receiver_behind on pv_case (sponsor_key, case_key) where receiver_behind;
