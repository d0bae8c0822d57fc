-- Versions of dictionaries and the language of MedDRA terms that a sponsor set (settings, part `dictionaries`), and its logo.
-- Sessions read the first two before they know their sponsor, so they cannot be read from the settings.
alter table sponsor
  add column meddra_version text,
  add column meddra_language text not null default 'user';

create table sponsor_logo (
  sponsor_key int primary key references sponsor,
  content bytea not null,
  file_name text not null,
  at timestamptz(3) not null
);

grant select, insert, update, delete on sponsor_logo to casewright_app;
call close_to_other_tenants('sponsor_logo');
