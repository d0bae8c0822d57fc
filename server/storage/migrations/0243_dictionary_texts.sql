-- Whole texts of entries by their hashes: a narrative is looked through for the names of a dictionary that is too large to
-- be held in memory, run of words by run of words.

create function dictionary_text(text text) returns int
  language sql immutable strict parallel safe
  as $$ select ('x' || left(md5(text), 8))::bit(32)::int $$;

-- of a search text as server/dictionaries/searchText.ts joins it: its lines, without the words behind them
create function dictionary_texts(search text) returns int[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(public.dictionary_text(btrim(line, ' '))), '{}')
    from string_to_table(split_part(search, E'\t', 1), E'\n') line where line <> ''
  $$;

create function dictionary_texts_index(release int) returns void
  language plpgsql security definer set search_path = public set maintenance_work_mem = '256MB'
  as $$
    begin
      execute format('create index on dictionary_search_%1$s using gin (dictionary_texts(search))', release);
    end
  $$;

do $$
  declare
    release int;
  begin
    for release in select release_no from dictionary_release where state <> 'loading' loop
      perform dictionary_texts_index(release);
    end loop;
  end
$$;
