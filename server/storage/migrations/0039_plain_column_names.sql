-- Column names in the terms of docs/words.md: a recommendation is requested, a coded term is entered.
alter table ai_recommendation rename column asked_by to requested_by;
alter table ai_recommendation rename column asked_at to requested_at;
alter table case_coding rename column said_at to entered_at;
