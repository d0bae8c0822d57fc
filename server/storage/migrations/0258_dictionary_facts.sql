-- The values of the columns that fields filter by stand in the index of pieces, so that a search of a common keyword within
-- what few entries have, e.g. a small country, reads the entries that have both.

-- of the values of an entry, by column; marked with the tier as the pieces are, so that each tier is read by itself. Two values
-- of one number only narrow less
create function dictionary_facts(tier smallint, facts jsonb) returns int[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(('x' || left(md5(tier || key || '=' || value), 8))::bit(32)::int), '{}')
    from jsonb_each_text(facts)
  $$;

-- by column that fields filter by: the values that a tenth of the entries or more have. They narrow a search too little to be
-- read from the index
alter table dictionary_release add common_facts jsonb not null default '{}';

create function dictionary_facts_count(release int) returns void
  language plpgsql security definer set search_path = public
  as $$
    begin
      execute format('
        update dictionary_release set common_facts = coalesce((
          select jsonb_object_agg(key, common) from (
            select key, jsonb_agg(value order by value) as common from (
              select key, value from dictionary_search_%1$s, jsonb_each_text(facts)
              group by key, value having count(*) * 10 >= (select count(*) from dictionary_search_%1$s)
            ) counted group by key
          ) of_column), ''{}'')
        where release_no = %1$s', release);
    end
  $$;

create function dictionary_pieces_index(release int) returns void
  language plpgsql security definer set search_path = public set maintenance_work_mem = '256MB'
  as $$
    begin
      execute format('create index dictionary_search_%1$s_pieces on dictionary_search_%1$s
        using gin (grams, dictionary_facts(tier, facts))', release);
      -- how frequent they are takes long to count, and changes no plan
      execute format('alter index dictionary_search_%1$s_pieces alter column 2 set statistics 0', release);
    end
  $$;

-- as in 0031, with this index in place of the one of pieces alone
create or replace function dictionary_tables_index(release int) returns void
  language plpgsql security definer set search_path = public set maintenance_work_mem = '256MB'
  as $$
    begin
      execute format('alter table dictionary_entry_%1$s add primary key (entry_no)', release);
      execute format('create index on dictionary_entry_%1$s (code)', release);
      execute format('create index dictionary_search_%1$s_order on dictionary_search_%1$s (tier, size, entry_no)', release);
      execute format('cluster dictionary_search_%1$s using dictionary_search_%1$s_order', release);
      execute format('drop index dictionary_search_%1$s_order', release);
      execute format('alter table dictionary_search_%1$s add primary key (entry_no)', release);
      perform dictionary_pieces_index(release), dictionary_facts_count(release);
      execute format('alter table dictionary_search_%1$s set (parallel_workers = 0)', release);
      execute format('alter table dictionary_entry_%1$s set (parallel_workers = 0)', release);
      execute format('analyze dictionary_entry_%1$s, dictionary_search_%1$s', release);
    end
  $$;

do $$
  declare
    release int;
    of_pieces text;
  begin
    for release in select release_no from dictionary_release where state <> 'loading' loop
      for of_pieces in
        select x.indexrelid::regclass::text from pg_index x
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0] and a.attname = 'grams'
        where x.indrelid = format('dictionary_search_%s', release)::regclass
      loop
        execute format('drop index %s', of_pieces);
      end loop;
      perform dictionary_pieces_index(release), dictionary_facts_count(release);
    end loop;
  end
$$;
