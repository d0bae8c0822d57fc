-- Spreadsheets of cases are imported as batches of E2B are.
alter table import_batch drop constraint import_batch_form_check;
alter table import_batch add constraint import_batch_form_check check (form in ('R2', 'R3', 'XLSX'));
