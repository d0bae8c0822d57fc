-- Upgrades of dictionaries: the change of a sponsor from one version to another (docs/decisions/0304).

create table dictionary_upgrade (
  sponsor_key int not null references sponsor,
  upgrade_key int generated always as identity,
  process_key text not null,
  dictionary text not null,
  from_version text not null,
  to_version text not null,
  reason text not null,
  -- of the process, which is removed some time after its end
  state text not null,
  result jsonb,
  begun_at timestamptz(3) not null,
  begun_by int not null references app_user,
  begun_name text not null,
  primary key (sponsor_key, upgrade_key)
);
create unique index dictionary_upgrade_open on dictionary_upgrade (sponsor_key, dictionary)
  where state not in ('switched', 'cancelled');

-- Texts of cases whose code the other version changes, or for which it has a better term, and what becomes of them.
create table dictionary_upgrade_text (
  sponsor_key int not null,
  upgrade_key int not null,
  text_no int generated always as identity,
  -- of the items: several dictionaries may share the entries of one
  dictionary text not null,
  code text not null,
  -- empty: terms without a text
  text_key text not null,
  text text not null,
  changes text[] not null,
  proposed text,
  decision text not null default 'open' check (decision in ('open', 'stay', 'recode')),
  new_code text,
  decided_at timestamptz(3),
  decided_by int references app_user,
  decided_name text,
  approved_at timestamptz(3),
  approved_by int references app_user,
  approved_name text,
  primary key (sponsor_key, upgrade_key, text_no),
  foreign key (sponsor_key, upgrade_key) references dictionary_upgrade,
  check ((decision = 'recode') = (new_code is not null))
);
-- of the hash: a text may be longer than an entry of an index
create unique index dictionary_upgrade_text_of on dictionary_upgrade_text
  (sponsor_key, upgrade_key, dictionary, code, md5(text_key));

grant select, insert, update on dictionary_upgrade to casewright_app;
grant select, insert, update, delete on dictionary_upgrade_text to casewright_app;
call close_to_other_tenants('dictionary_upgrade', 'dictionary_upgrade_text');
