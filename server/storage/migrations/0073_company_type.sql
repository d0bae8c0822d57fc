-- What requests read of a company besides: its type, which proposes identifiers of receivers, and whether it codes.
alter table company
  add column company_type text,
  add column medical_coding boolean not null default true;

alter table record no force row level security;
update company c set
  company_type = r.columns -> 'COM_TYPE' ->> 0,
  medical_coding = coalesce(r.columns -> 'COM_CODING' ->> 0, 'true') <> 'false'
from record r where r.sponsor_key = 1 and r.kind = 'company' and r.record_key = c.company_key;
alter table record force row level security;
