-- Row scope by product and study beside that by sender, and which of them a case concerns.

-- a user without rows here may see the cases of all products
create table user_product (
  sponsor_key int not null,
  user_key int not null,
  product_key int not null,
  primary key (sponsor_key, user_key, product_key),
  foreign key (sponsor_key, user_key) references user_sponsor,
  foreign key (sponsor_key, product_key) references product
);

-- a user without rows here may see the cases of all studies
create table user_study (
  sponsor_key int not null,
  user_key int not null,
  study_key int not null,
  primary key (sponsor_key, user_key, study_key),
  foreign key (sponsor_key, user_key) references user_sponsor,
  foreign key (sponsor_key, study_key) references study
);

grant select, insert, update, delete on user_product, user_study to casewright_app;

-- the masters the version names, derived from what it says whenever that is saved; those of the newest version count
alter table pv_case
  add column product_keys int[] not null default '{}',
  add column study_keys int[] not null default '{}';

-- a file is handed out to who brought it, and with what it is attached to; several may bring the same one
create table file_bringer (
  sponsor_key int not null,
  file_key text not null,
  user_id text not null,
  primary key (sponsor_key, file_key, user_id),
  foreign key (sponsor_key, file_key) references stored_file
);

grant select, insert on file_bringer to casewright_app;
alter table file_bringer enable row level security;
alter table file_bringer force row level security;
create policy tenant on file_bringer using (sponsor_key = (select current_setting('app.sponsor')::int));
