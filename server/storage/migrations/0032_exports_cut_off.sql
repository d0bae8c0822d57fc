-- Of a file that was being made when its server ended, nobody says any more how far it is.

alter table list_export
  -- when the server that makes it last said how far it is
  add column noted_at timestamptz(3) not null default now();
create index list_export_running on list_export (sponsor_key, noted_at) where state = 'running';
