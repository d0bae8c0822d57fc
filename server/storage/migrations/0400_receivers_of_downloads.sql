-- A download for a receiver stays with the record of the receiver, whatever its name is by now (docs/decisions/0650).
alter table distribution add receiver_key bigint;

alter table distribution no force row level security;
alter table record no force row level security;
alter table audit_entry no force row level security;
-- by the names of now; a name that no record has is that of the newest one that had it until a change
update distribution d set receiver_key = coalesce(
  (select max(k.record_key) from record k
    where k.sponsor_key = d.sponsor_key and k.kind = 'receiver' and k.name = d.receiver),
  (select max(e.scope_key) from audit_entry e
    where e.sponsor_key = d.sponsor_key and e.scope = 'record/receiver' and e.item_id = 'receiverName'
      and e.old_value = d.receiver))
where d.receiver is not null;
alter table distribution force row level security;
alter table record force row level security;
alter table audit_entry force row level security;
