-- Folded texts that the program stored have two characters for İ and a final sigma for a Σ that ends a word, which no search looks
-- for any more (shared/text/fold.ts). Cases that may have some are derived again by the backfill.

alter table pv_case no force row level security;
alter table case_coding no force row level security;
alter table case_search no force row level security;
alter table projection_stale no force row level security;
insert into projection_stale (sponsor_key, name, record_key)
  select sponsor_key, 'caseSummaries', case_key from pv_case where search ~ U&'i\0307|\03C2'
  union
  select sponsor_key, 'caseCodings', case_key from case_coding where text_key ~ U&'i\0307|\03C2'
  union
  select sponsor_key, 'searchDocuments', case_key from case_search where document::text ~ U&'\03C2'
  on conflict do nothing;
alter table pv_case force row level security;
alter table case_coding force row level security;
alter table case_search force row level security;
alter table projection_stale force row level security;

-- Records have no backfill. A final sigma that was written as one stays.
alter table record no force row level security;
alter table record_page no force row level security;
update record set search = replace(search, U&'i\0307', 'i') where strpos(search, U&'i\0307') > 0;
update record r set search = replace(search, U&'\03C2', U&'\03C3')
  where strpos(search, U&'\03C2') > 0 and exists (
    select from record_page p
    where p.sponsor_key = r.sponsor_key and p.kind = r.kind and p.record_key = r.record_key
      and strpos(p.items::text || p.rows::text, U&'\03A3') > 0);
alter table record force row level security;
alter table record_page force row level security;
