-- The day of first receipt in the time zone of the sponsor, by which questions of a period compare.
alter table pv_case add column first_received_day text;
