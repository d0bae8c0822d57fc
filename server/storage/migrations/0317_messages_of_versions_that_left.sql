-- Messages of a version that left its case are those of the case that it is now.
alter table submission_message no force row level security;
alter table pv_case no force row level security;
update submission_message m set root_case_key = c.root_case_key
from pv_case c
where c.sponsor_key = m.sponsor_key and c.case_key = m.case_key and c.root_case_key <> m.root_case_key;
alter table submission_message force row level security;
alter table pv_case force row level security;
