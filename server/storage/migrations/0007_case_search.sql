-- Searching cases. Row-level security keeps conditions that are no plain comparisons away from indexes, so the search
-- runs as the owner of the table; it looks at nothing but the tenant of the transaction, and fails without one.
alter table pv_case no force row level security;

create function find_case_keys(pairs text[], words text[]) returns setof bigint
  language sql stable security definer rows 1000
  set search_path = public
  as $$
    select case_key from pv_case
    where sponsor_key = current_setting('app.sponsor')::int and latest
      and bigrams(search) @> pairs
      -- the index knows pairs of characters, not their order
      and strpos(search, words[1]) > 0
      and (cardinality(words) = 1 or not exists (select 1 from unnest(words) word where strpos(search, word) = 0))
  $$;
revoke all on function find_case_keys(text[], text[]) from public;
grant execute on function find_case_keys(text[], text[]) to casewright_app;
