-- The secret that the processes of the database seal tokens and e-mails with, by an id that does not reveal it: a process
-- with another one is reported.
create table secret_in_use (
  only_row boolean primary key default true check (only_row),
  secret_id text not null
);
grant select, insert, update on secret_in_use to casewright_app;
