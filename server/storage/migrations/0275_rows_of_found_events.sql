-- Rows are stored minutes after the time at which they were read. A search for events that ends in between came after
-- it, and what the rows changed was not found: each event has the time of the rows in which it was found, instead of that
-- of the search. All are searched once more, since no rows have the time of a search.

alter table sync_event rename column found_at to rows_at;
