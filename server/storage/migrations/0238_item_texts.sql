-- The distinct texts of each item whose values are stored: a question looks for its text among them, and then for the entries
-- with one of those by the index of `short`.

-- `shared/text/fold` but for spaces at the ends
create function folded_text(text_value text) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(normalize(text_value collate "default", NFKC)), '\s+', ' ', 'g') $$;

-- Saves add to it and never wait for each other, so a text that two bring at once may be there twice. One that no entry has
-- any more stays, and finds nothing. The backfill fills it.
create table case_item_text (
  sponsor_key int not null,
  item_id text not null,
  -- of an entry; '': it has a notation only
  short text collate "C" not null,
  -- as much of the notation; '': none
  notation text collate "C" not null,
  -- value or notation go on, where a text may stand, too
  goes_on boolean not null,
  searched text not null generated always as (folded_text(short) || U&'\001F' || folded_text(notation)) stored
);
create index case_item_text_short on case_item_text (sponsor_key, item_id, short);
create index case_item_text_pairs on case_item_text using gin (bigrams(searched)) where not goes_on;
create index case_item_text_goes_on on case_item_text (sponsor_key, item_id) where goes_on;

grant select, insert, delete on case_item_text to casewright_app;
call close_to_other_tenants('case_item_text');

-- As find_case_texts: row-level security keeps the index of pairs from being used, so the search runs as the owner; it looks
-- at nothing but the tenant of the transaction, and fails without one.
alter table case_item_text no force row level security;

-- `whole`: texts that are one of the words, else texts that contain one. `sure`: every entry with the beginning passes.
create function find_item_texts(of_item text, words text[], whole boolean) returns table (short text, sure boolean)
  language sql stable security definer rows 100
  set search_path = public
  as $$
    select found.short, bool_or(found.sure)
    from (
      select t.short, case when whole then btrim(split_part(t.searched, U&'\001F', 1)) = word
        else strpos(split_part(t.searched, U&'\001F', 1), word) > 0 end as sure
      from unnest(words) word cross join case_item_text t
      where t.sponsor_key = current_setting('app.sponsor')::int and t.item_id = of_item and not t.goes_on
        and bigrams(t.searched) @> bigrams(word)
        and case when whole then word in (btrim(split_part(t.searched, U&'\001F', 1)), btrim(split_part(t.searched, U&'\001F', 2)))
          else strpos(t.searched, word) > 0 end
      union all
      select t.short, false from case_item_text t
      where t.sponsor_key = current_setting('app.sponsor')::int and t.item_id = of_item and t.goes_on
    ) found
    group by found.short
  $$;
revoke all on function find_item_texts(text, text[], boolean) from public;
grant execute on function find_item_texts(text, text[], boolean) to casewright_app;
