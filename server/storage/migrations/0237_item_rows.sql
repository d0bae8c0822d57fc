-- Questions about a million cases compare entries in the indexes alone: each has what a comparison, the same row of another
-- item, and lists need. The row of an entry tells it from the others of its item and case.
alter table case_item_value drop constraint case_item_value_pkey, drop column value_no;
alter table case_item_value add primary key (sponsor_key, item_id, case_key, row_key) include (short, listed);
drop index case_item_value_short;
create index case_item_value_short on case_item_value (sponsor_key, item_id, short, case_key) include (row_key, listed);
