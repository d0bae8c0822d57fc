-- More of what a user wants of a list; views of it under a name; the files made of it.

-- a row may be there for what is wanted of the page alone
alter table user_list alter column visible drop not null;
alter table user_list
  -- by column id, in pixels
  add column widths jsonb not null default '{}',
  -- null: as lists are until somebody chooses
  add column row_count int check (row_count between 1 and 100),
  add column full_text boolean;

create table list_view (
  sponsor_key int not null references sponsor,
  view_key bigint generated always as identity,
  menu_id text not null,
  -- whose it is
  user_key int not null references app_user,
  name text not null,
  -- everybody of the sponsor may use it
  shared boolean not null,
  -- {columns: [{columnId, width}], filters: [{columnId, filters}], sort, direction}
  content jsonb not null,
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  -- printed name
  changed_by text not null,
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  primary key (sponsor_key, view_key)
);
create unique index list_view_name on list_view (sponsor_key, user_key, menu_id, name) where del_flag = 'N';
create index list_view_shared on list_view (sponsor_key, menu_id) where shared and del_flag = 'N';

-- who took which list away, filtered how; and how far a file is that is being made
create table list_export (
  sponsor_key int not null references sponsor,
  export_key uuid not null,
  user_key int not null references app_user,
  menu_id text not null,
  format text not null,
  -- {keyword, deleted, columns, filters}
  content jsonb not null,
  at timestamptz(3) not null,
  total_count int not null,
  row_count int not null default 0,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  primary key (sponsor_key, export_key)
);

-- items of cases that a list is filtered by
create table list_item (
  sponsor_key int not null references sponsor,
  item_id text not null,
  -- cases up to this key are taken in
  filled_to bigint not null default 0,
  ready boolean not null default false,
  primary key (sponsor_key, item_id)
);

-- what cases say in them, of rows that are not struck; derived in the transaction of each save
create table case_item_value (
  sponsor_key int not null,
  item_id text not null,
  case_key bigint not null,
  value_no int not null,
  value text not null,
  notation text,
  -- as much of the value as an index holds: all of a code or date
  short text collate "C" generated always as (left(value, 100)) stored,
  primary key (sponsor_key, item_id, case_key, value_no),
  foreign key (sponsor_key, case_key) references pv_case
);
create index case_item_value_short on case_item_value (sponsor_key, item_id, short, case_key);

-- the columns that are searched stand in the search text each in its place
update pv_case set
  patient_name = left(patient_name, 60), product_name = left(product_name, 250), ae_term = left(ae_term, 250),
  report_type = left(report_type, 40), sex = left(sex, 40), country = left(country, 40), age = left(age, 40),
  ae_start_date = left(ae_start_date, 40), first_received = left(first_received, 40),
  most_recent = left(most_recent, 40), nullification = left(nullification, 40),
  search = lower(normalize(array_to_string(
    array[case_no, left(sender_case_id, 100), left(worldwide_id, 100), left(patient_name, 60), left(product_name, 250),
      left(ae_term, 250)], U&'\001F', ''), NFKC));

-- The list of cases. One of these finds, orders and counts by a column without looking at the cases themselves; pv_case_codes
-- does so for several codes and dates at once, pv_case_texts for texts that many cases hold. Dates are compared sign by sign.
-- What is indexed is cut to what an index holds (case-record/summary.ts).
create index pv_case_number on pv_case (sponsor_key, case_no, case_key) where latest and del_flag = 'N';
create index pv_case_product on pv_case (sponsor_key, product_name, case_key) where latest and del_flag = 'N';
create index pv_case_term on pv_case (sponsor_key, ae_term, case_key) where latest and del_flag = 'N';
create index pv_case_patient on pv_case (sponsor_key, patient_name, case_key) where latest and del_flag = 'N';
create index pv_case_country on pv_case (sponsor_key, country, case_key) where latest and del_flag = 'N';
create index pv_case_first_received on pv_case (sponsor_key, first_received collate "C", case_key)
  where latest and del_flag = 'N';
create index pv_case_most_recent on pv_case (sponsor_key, most_recent collate "C", case_key)
  where latest and del_flag = 'N';
create index pv_case_due on pv_case (sponsor_key, due_date collate "C", case_key) where latest and del_flag = 'N';
create index pv_case_codes on pv_case (sponsor_key, case_key) include (report_type, country, serious, sex, reviewed, locked,
  nullification, workflow_status, sender_key, first_received, most_recent, due_date, updated_at)
  where latest and del_flag = 'N';
create index pv_case_texts on pv_case (sponsor_key, case_key) include (search) where latest and del_flag = 'N';

-- whom cases owe a report, without looking at why
create index case_obligation_owed on case_obligation (sponsor_key, receiver, case_key) where met is null;

grant select, insert, update on list_view, list_export, list_item to casewright_app;
grant select, insert, delete on case_item_value to casewright_app;

call close_to_other_tenants('list_view', 'list_export', 'list_item', 'case_item_value');
