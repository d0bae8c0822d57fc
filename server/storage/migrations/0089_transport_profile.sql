-- Profiles of transports (docs/decisions/0135): how batches reach one receiver, with the secrets for it.
create table transport_profile (
  sponsor_key int not null references sponsor,
  -- of the record of the receiver
  receiver_key bigint not null,
  adapter text not null check (adapter in ('sftp', 'fdaApi')),
  active boolean not null,
  settings jsonb not null,
  -- by name, as JSON, sealed with the secret of the installation
  secrets bytea not null,
  -- days on which certificate and secret end; `CCYYMMDD`
  certificate_until text,
  secret_until text,
  -- the nearest end that was mailed about: days before it
  certificate_warned int,
  secret_warned int,
  -- passing faults in a row; from a number of them on nothing is tried until the time
  failures int not null default 0,
  paused_until timestamptz(3),
  set_at timestamptz(3) not null,
  set_by text not null,
  primary key (sponsor_key, receiver_key)
);
grant select, insert, update on transport_profile to casewright_app;
call close_to_other_tenants('transport_profile');

alter table submission_batch drop constraint submission_batch_transport_check;
alter table submission_batch add constraint submission_batch_transport_check
  check (transport in ('folder', 'byHand', 'sftp', 'fdaApi'));
-- of the record of the receiver whose profile the batch uses
alter table submission_batch add receiver_key bigint;
-- what the receiver calls the batch, such as the core id of FDA
alter table submission_batch add remote_id text;
create index submission_batch_remote on submission_batch (sponsor_key, remote_id) where remote_id is not null;
