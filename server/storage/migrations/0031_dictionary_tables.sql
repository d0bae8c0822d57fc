-- Each release of a dictionary has tables of its own: they are filled without an index, indexed at once and only then
-- joined to the others, so that a load neither locks nor slows those who search, and what is given up is dropped.

alter table dictionary_entry rename to dictionary_entry_before;
alter table dictionary_search rename to dictionary_search_before;

-- what is shown of an entry
create table dictionary_entry (
  release_no int not null,
  entry_no int not null,
  code text collate "C" not null,
  -- by language; `en` is always there
  term jsonb not null,
  -- [{"code", "term"}] from the nearest broader term upwards, along the primary path
  parents jsonb not null,
  -- by column of the descriptor
  columns jsonb not null
) partition by list (release_no);

-- what an entry is found by; narrow, since a search reads all rows that hold its keyword
create table dictionary_search (
  release_no int not null,
  entry_no int not null,
  -- false: stands in old cases, not to be chosen any more
  current boolean not null,
  -- characters of the term: shorter ones come first
  size smallint not null,
  -- of current, then size: all of one tier come before all of the next (server/dictionaries/tiers.ts)
  tier smallint not null,
  -- columns that fields of the search ask for, by column
  facts jsonb not null,
  -- folded texts of the searched columns as server/dictionaries/searchText.ts joins them
  search text not null,
  -- hashes of its pieces (server/dictionaries/grams.ts), which the index is made of
  grams int[] not null
) partition by list (release_no);

grant select, insert, update, delete on dictionary_entry, dictionary_search to casewright_app;

-- The tables of one release belong to their owner, whoever loads: what follows is for the owner to do.

create function dictionary_tables_make(release int) returns void
  language plpgsql security definer set search_path = public
  as $$
    begin
      execute format('create table dictionary_entry_%1$s (like dictionary_entry, check (release_no = %1$s))', release);
      execute format('create table dictionary_search_%1$s (like dictionary_search,
        check (release_no = %1$s))', release);
      -- which pieces are how frequent takes long to count, and changes no plan
      execute format('alter table dictionary_search_%1$s alter grams set statistics 0', release);
      execute format('grant select, insert on dictionary_entry_%1$s, dictionary_search_%1$s to casewright_app', release);
    end
  $$;

create function dictionary_tables_drop(release int) returns void
  language plpgsql security definer set search_path = public
  as $$
    begin
      execute format('drop table dictionary_entry_%1$s, dictionary_search_%1$s', release);
    end
  $$;

-- the indexes of tables that are filled. Rows of a tier are laid side by side first: a search reads a tier whole.
-- Workers help to build an index, and cost a search more than they save it
create function dictionary_tables_index(release int) returns void
  language plpgsql security definer set search_path = public set maintenance_work_mem = '256MB'
  as $$
    begin
      execute format('alter table dictionary_entry_%1$s add primary key (entry_no)', release);
      execute format('create index on dictionary_entry_%1$s (code)', release);
      execute format('create index dictionary_search_%1$s_order on dictionary_search_%1$s (tier, size, entry_no)', release);
      execute format('cluster dictionary_search_%1$s using dictionary_search_%1$s_order', release);
      execute format('drop index dictionary_search_%1$s_order', release);
      execute format('alter table dictionary_search_%1$s add primary key (entry_no)', release);
      execute format('create index on dictionary_search_%1$s using gin (grams)', release);
      execute format('alter table dictionary_search_%1$s set (parallel_workers = 0)', release);
      execute format('alter table dictionary_entry_%1$s set (parallel_workers = 0)', release);
      execute format('analyze dictionary_entry_%1$s, dictionary_search_%1$s', release);
    end
  $$;

-- from now on searches see them; nobody waits for it
create function dictionary_tables_attach(release int) returns void
  language plpgsql security definer set search_path = public
  as $$
    begin
      execute format('alter table dictionary_entry attach partition dictionary_entry_%1$s for values in (%1$s)', release);
      execute format('alter table dictionary_search attach partition dictionary_search_%1$s for values in (%1$s)', release);
    end
  $$;

-- Releases that are there already are moved. Their hashes are made here once, as grams.ts makes them from now on

create function pg_temp.gram(tier int, piece text) returns int
  language plpgsql immutable
  as $$
    declare
      sign text;
      hash bigint := ((2166136261 # tier::bigint) * 16777619) & 4294967295;
    begin
      foreach sign in array string_to_array(piece, null) loop
        hash := ((hash # ascii(sign)) * 16777619) & 4294967295;
      end loop;
      return (case when hash < 2147483648 then hash else hash - 4294967296 end)::int;
    end
  $$;

create function pg_temp.grams(tier int, search text) returns int[]
  language plpgsql immutable
  as $$
    declare
      line text;
      at int;
      piece text;
      grams int[] := '{}';
    begin
      foreach line in array string_to_array(split_part(search, E'\t', 1), E'\n') loop
        continue when line = '';
        for at in 1..3 loop
          grams := grams || pg_temp.gram(tier, E'\n' || substr(line, 2, at));
        end loop;
        grams := grams || pg_temp.gram(tier, right(substr(line, 2, length(line) - 2), 3) || E'\n');
        for at in 1..length(line) loop
          if ascii(substr(line, at, 1)) > 127 then
            grams := grams || pg_temp.gram(tier, substr(line, at, 1));
          end if;
          if at < length(line) then
            grams := grams || pg_temp.gram(tier, substr(line, at, 2));
          end if;
          piece := substr(line, at, 3);
          if length(piece) = 3 and octet_length(piece) = 3 then
            grams := grams || pg_temp.gram(tier, piece);
          end if;
        end loop;
      end loop;
      return array(select distinct gram from unnest(grams) gram);
    end
  $$;

do $$
  declare
    release int;
  begin
    for release in select release_no from dictionary_release loop
      perform dictionary_tables_make(release);
      execute format('insert into dictionary_entry_%1$s
        select release_no, entry_no, code, term, parents, columns from dictionary_entry_before
        where release_no = %1$s order by entry_no', release);
      execute format('insert into dictionary_search_%1$s
        select release_no, entry_no, current, size, tier, facts, search, pg_temp.grams(tier, search)
        from dictionary_search_before where release_no = %1$s order by entry_no', release);
    end loop;
    for release in select release_no from dictionary_release where state <> 'loading' loop
      perform dictionary_tables_index(release);
      perform dictionary_tables_attach(release);
    end loop;
  end
$$;

drop function dictionary_index_settle();
drop table dictionary_entry_before, dictionary_search_before;
drop function dictionary_grams(int, smallint, text);
drop function pg_temp.grams(int, text);
drop function pg_temp.gram(int, text);
