-- An import asks for a case by either of its numbers. By their beginnings: a file may bring a number of any length, and
-- an index takes no entry of more than 2.7 KB.
drop index pv_case_worldwide;
create index pv_case_worldwide on pv_case (sponsor_key, left(worldwide_id, 200)) where latest;
create index pv_case_sender_case on pv_case (sponsor_key, left(sender_case_id, 200)) where latest;
