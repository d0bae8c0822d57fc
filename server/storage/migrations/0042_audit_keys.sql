-- Chains of the audit trail under a key that is not in the database, anchors of their heads, and their verification.

-- names the key of the hash; null: made before keys were in use, a plain SHA-256
alter table audit_save add column key_id text;

alter table audit_head
  -- what the head states, authenticated under the key; null: not sealed yet
  add column seal text,
  add column key_id text,
  -- saves up to this one were there when the chain was first sealed under a key; 0: none
  add column adopted_to int not null default 0,
  -- this head is in the anchor file
  add column anchored boolean not null default false;
create index audit_head_not_anchored on audit_head (sponsor_key, scope, scope_key) where not anchored;

-- which records the anchor file has, so that a file that was cut off or replaced is noticed
create table audit_anchor (
  anchor_no int primary key,
  at timestamptz(3) not null,
  mac text not null,
  key_id text not null
);
create trigger audit_anchor_append_only before update or delete on audit_anchor
  for each row execute function refuse_audit_change();
create trigger audit_anchor_keep before truncate on audit_anchor
  for each statement execute function refuse_audit_change();
grant select, insert on audit_anchor to casewright_app;

-- the latest verification of all chains of a sponsor, which goes on where it was interrupted
create table audit_verification (
  sponsor_key int primary key,
  started_at timestamptz(3) not null,
  -- the last chain that was verified
  scope text not null default '',
  scope_key bigint not null default 0,
  chains int not null default 0,
  differences int not null default 0,
  -- the first ones
  findings jsonb not null default '[]',
  finished_at timestamptz(3)
);
grant select, insert, update on audit_verification to casewright_app;

call close_to_other_tenants('audit_verification');
