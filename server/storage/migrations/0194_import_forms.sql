-- Values that a printed form has, and those of them that a person has accepted: nothing else of it is ever stored.
alter table import_batch drop constraint import_batch_form_check;
alter table import_batch add constraint import_batch_form_check check (form in ('R2', 'R3', 'XLSX', 'PDF'));

alter table import_message
  -- null: the message is no printed form
  add column printed jsonb,
  -- keys of addresses; null: nobody has checked the values yet
  add column accepted text[],
  add column accepted_at timestamptz,
  add column accepted_name text,
  add constraint import_message_checked
    check (printed is null or accepted is not null or decision is null or decision = 'skip');
