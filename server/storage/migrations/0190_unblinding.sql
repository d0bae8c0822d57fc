-- Cases whose blinded values a session was opened for, with the reason in the audit trail of the case (docs/decisions/0283).
-- It lives as long as the session, which has no policy of tenants either.
create table unblinding (
  token_hash bytea not null references session on delete cascade,
  sponsor_key int not null references sponsor,
  root_case_key int not null,
  at timestamptz(3) not null,
  primary key (token_hash, sponsor_key, root_case_key)
);
grant select, insert, delete on unblinding to casewright_app;
