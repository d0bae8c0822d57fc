-- Receivers that were chosen for a version of a case.
create table case_receiver (
  sponsor_key int not null,
  case_key bigint not null,
  receiver text not null,
  format text not null,
  reason text not null,
  chosen_at timestamptz(3) not null,
  chosen_by text not null,
  primary key (sponsor_key, case_key, receiver),
  foreign key (sponsor_key, case_key) references pv_case
);
grant select, insert, delete on case_receiver to casewright_app;
call close_to_other_tenants('case_receiver');
