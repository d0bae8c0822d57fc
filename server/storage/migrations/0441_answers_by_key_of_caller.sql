-- A call that makes something new is carried out once for each key of the caller: another attempt with the key gets the
-- answer of the first (docs/decisions/0699). `creation_key` of `pv_case` is no longer written.
create table creation_answer (
  sponsor_key int not null references sponsor,
  user_id text not null,
  creation_key uuid not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (sponsor_key, user_id, creation_key)
);

grant select, insert, delete on creation_answer to casewright_app;
call close_to_other_tenants('creation_answer');
