-- Numbers of cases: how a sponsor makes them, and every one that was ever given or came with a case.

-- what a sponsor set otherwise than the product does; read through server/sponsor-settings
create table sponsor_setting (
  sponsor_key int not null references sponsor,
  name text not null,
  value jsonb not null,
  at timestamptz(3) not null,
  user_id text not null,
  primary key (sponsor_key, name)
);

create table case_number (
  sponsor_key int not null references sponsor,
  number text not null,
  case_key bigint not null,
  at timestamptz(3) not null,
  -- the sender's number of a report that the product made up; a case has at most one
  generated boolean not null default false,
  primary key (sponsor_key, number)
);
create index case_number_generated on case_number (sponsor_key, case_key) where generated;

-- of all tenants: the owner looks over the walls between them for a moment (over those of cases he always does, 0007)
alter table sponsor_seq no force row level security;
insert into case_number (sponsor_key, number, case_key, at)
  select sponsor_key, case_no, case_key, created_at from pv_case order by case_key
  on conflict do nothing;
insert into case_number (sponsor_key, number, case_key, at)
  select sponsor_key, sender_case_id, case_key, created_at from pv_case
  where length(sender_case_id) between 1 and 200 order by case_key
  on conflict do nothing;

-- the identifier is a part of the setting, the year a condition of the sequence
insert into sponsor_setting (sponsor_key, name, value, at, user_id)
  select sponsor_key, 'caseNumber', jsonb_build_object('identifier', case_no_prefix, 'pattern', '{ID}-{YYYY}-{SEQ:5}',
    'condition', jsonb_build_array('YYYY'), 'reportPattern', '{COUNTRY}-{SENDER}-{CASE}'), now(), ''
  from sponsor where case_no_prefix <> 'CASE';
alter table sponsor drop column case_no_prefix;
update sponsor_seq set period = 'YYYY=' || period where seq_name = 'caseNo' and period ~ '^\d{4}$';
alter table sponsor_seq force row level security;

grant select, insert, update on sponsor_setting, case_number to casewright_app;

call close_to_other_tenants('sponsor_setting', 'case_number');
