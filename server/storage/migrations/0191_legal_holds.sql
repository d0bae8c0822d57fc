-- Cases whose data must stay, whatever the retention rule says (docs/decisions/0284). Who set and ended it, and why, is in the
-- audit trail of the case.
create table legal_hold (
  sponsor_key int not null references sponsor,
  -- of all versions of the case
  root_case_key int not null,
  reason text not null,
  set_at timestamptz(3) not null,
  set_by text not null,
  primary key (sponsor_key, root_case_key)
);
grant select, insert, delete on legal_hold to casewright_app;
call close_to_other_tenants('legal_hold');
