-- What releases say of the codes that terms have: the queue asks it of thousands of codes at a time. Releases do not change
-- once they are loaded; codes are judged when the queue first meets them (docs/decisions/0353).
create table judged_code (
  sponsor_key int not null references sponsor,
  release_no int not null references dictionary_release on delete cascade,
  -- the code is the beginning of codes of the release
  begins boolean not null,
  -- as `case_coding.short_code`
  code text collate "C" not null,
  -- null: the release has no such code
  current boolean,
  primary key (sponsor_key, release_no, begins, code)
);

grant select, insert on judged_code to casewright_app;
call close_to_other_tenants('judged_code');
