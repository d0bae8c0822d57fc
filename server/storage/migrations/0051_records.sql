-- Records of case info (docs/decisions/0082): one row a record, one document a page. Products are the first kind.

create table record (
  sponsor_key int not null references sponsor,
  -- names the folder of the kind in schemas/records
  kind text not null,
  -- numbered for each kind
  record_key int not null,
  -- text of the item that names the record
  name text not null default '',
  -- by item id: the texts or codes of a list column, one for each row
  columns jsonb not null default '{}',
  -- all of these, folded
  search text not null default '',
  state text not null default 'active' check (state in ('draft', 'active', 'retired')),
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  -- grows with each save
  version_no int not null default 0,
  saved_pages text[] not null default '{}',
  retrieved_at timestamptz(3) not null default now(),
  updated_by text not null default '',
  primary key (sponsor_key, kind, record_key)
);
create index record_name on record (sponsor_key, kind, name, record_key);

create table record_page (
  sponsor_key int not null,
  kind text not null,
  record_key int not null,
  page text not null,
  -- as in case_page_row
  items jsonb not null default '{}',
  rows jsonb not null default '{}',
  primary key (sponsor_key, kind, record_key, page),
  foreign key (sponsor_key, kind, record_key) references record
);

-- the stored form of a text
create function pg_temp.stored(value text) returns jsonb language sql as $$
  select jsonb_build_object('v', value, 'nf', null, 'n', null,
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', '')
$$;

alter table product no force row level security;
alter table sponsor_seq no force row level security;
insert into record (sponsor_key, kind, record_key, name, columns, search, del_flag, saved_pages)
  select sponsor_key, 'product', product_key, name,
    jsonb_strip_nulls(jsonb_build_object('PRD_NAME', jsonb_build_array(name),
      'SUBSTANCE', case when substance is not null then jsonb_build_array(substance) end)),
    lower(concat_ws(E'\n', name, substance)), del_flag, array['PD']
  from product;
insert into record_page (sponsor_key, kind, record_key, page, items, rows)
  select sponsor_key, 'product', product_key, 'PD',
    jsonb_build_object('PRD_NAME|0|0|0', pg_temp.stored(name))
      || case when substance is null then '{}'::jsonb
           else jsonb_build_object('SUBSTANCE|1|0|0', pg_temp.stored(substance)) end,
    case when substance is null then '{}'::jsonb
      else jsonb_build_object('SUBSTANCES|1|0|0', pg_temp.stored('') - '{v,nf,n}'::text[]
        || jsonb_build_object('id', gen_random_uuid(), 'sort', 1, 'del', false)) end
  from product;
insert into sponsor_seq (sponsor_key, seq_name, period, last_no)
  select sponsor_key, 'record/product', '', max(product_key) from product group by sponsor_key;
alter table sponsor_seq force row level security;

alter table user_product
  drop constraint user_product_sponsor_key_product_key_fkey,
  add column kind text not null generated always as ('product') stored,
  add foreign key (sponsor_key, kind, product_key) references record;

-- what statements about cases join; del_flag: it cannot be chosen for a case
drop table product;
create view product with (security_invoker = true) as
  select sponsor_key, record_key as product_key, name,
    (select string_agg(part, '; ') from jsonb_array_elements_text(columns -> 'SUBSTANCE') part) as substance,
    case when del_flag = 'N' and state = 'active' then 'N' else 'Y' end as del_flag
  from record where kind = 'product';

grant select, insert, update on record, record_page to casewright_app;
grant select on product to casewright_app;
alter table record enable row level security;
alter table record force row level security;
create policy tenant on record using (sponsor_key = (select current_setting('app.sponsor')::int));
alter table record_page enable row level security;
alter table record_page force row level security;
create policy tenant on record_page using (sponsor_key = (select current_setting('app.sponsor')::int));
