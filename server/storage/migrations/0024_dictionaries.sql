-- Dictionaries: shared by all sponsors of the installation, loaded by its operator.

create table dictionary_release (
  release_no int generated always as identity primary key,
  dictionary text not null,
  version text not null,
  -- loading: not all of its files were read yet; retired: old cases only
  state text not null default 'loading' check (state in ('loading', 'staged', 'active', 'retired')),
  -- invented terms that stand in for a licensed dictionary
  sample boolean not null default false,
  -- what was read: name, size and SHA-256 of each file, and how far
  files jsonb not null default '[]',
  entries int not null default 0,
  -- by field of the descriptor that offers the values of a column: these values
  options jsonb not null default '{}',
  -- names of who loaded it and who brought it into use last: operators have no account here
  loaded_by text not null,
  activated_by text,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  unique (dictionary, version)
);
create unique index dictionary_release_active on dictionary_release (dictionary) where state = 'active';

-- what is shown of an entry
create table dictionary_entry (
  release_no int not null references dictionary_release on delete cascade,
  entry_no int not null,
  code text collate "C" not null,
  -- by language; `en` is always there
  term jsonb not null,
  -- [{"code", "term"}] from the nearest broader term upwards, along the primary path
  parents jsonb not null default '[]',
  -- by column of the descriptor
  columns jsonb not null default '{}',
  primary key (release_no, entry_no)
);
create index dictionary_entry_code on dictionary_entry (release_no, code);

-- hashes of the pieces of a search text (server/dictionaries/searchText.ts) by which it is found, of any line: two
-- characters, three ASCII ones, one that is not ASCII (a Chinese, Japanese or Korean word may be one character); how a
-- line begins and how it ends, with the sign of a line. Each is marked with release and tier, so that one index holds
-- all releases without mixing them, and the first tiers can be read without the others. Numbers are indexed in half the
-- time of texts; two pieces of one number only narrow less. The words behind the lines are pieces of these.
-- Not parallel safe on purpose: workers cost a search more than they save it
create function dictionary_grams(release_no int, tier smallint, search text) returns int[]
  language plpgsql immutable
  as $$
    declare
      mark text := release_no::text || chr(97 + tier);
      grams int[] := '{}';
      sign text;
      -- the signs before it in the line, the nearest first
      before text;
      before2 text;
      before3 text;
      before4 text;
      head text := '';
      place int := 0;
      ascii_run int := 0;
    begin
      foreach sign in array string_to_array(split_part(search, E'\t', 1), null) loop
        if sign = E'\n' then
          -- a line is a space, its text and a space
          if place > 2 then
            grams := grams || hashtext(mark || case place when 3 then before2 when 4 then before3 || before2
              else before4 || before3 || before2 end || E'\n');
          end if;
          before := null;
          head := '';
          place := 0;
          ascii_run := 0;
          continue;
        end if;
        place := place + 1;
        if place between 2 and 4 then
          head := head || sign;
          grams := grams || hashtext(mark || E'\n' || head);
        end if;
        if ascii(sign) < 128 then
          ascii_run := ascii_run + 1;
        else
          ascii_run := 0;
          grams := grams || hashtext(mark || sign);
        end if;
        if before is not null then
          grams := grams || hashtext(mark || before || sign);
          if ascii_run > 2 then
            grams := grams || hashtext(mark || before2 || before || sign);
          end if;
        end if;
        before4 := before3;
        before3 := before2;
        before2 := before;
        before := sign;
      end loop;
      return grams;
    end
  $$;

-- what an entry is found by; narrow, since a search reads all rows that hold its keyword
create table dictionary_search (
  release_no int not null references dictionary_release on delete cascade,
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
  primary key (release_no, entry_no)
);
create index dictionary_search_grams on dictionary_search using gin (dictionary_grams(release_no, tier, search));

grant select, insert, update, delete on dictionary_release, dictionary_entry, dictionary_search to casewright_app;

-- what was put into the index lately is brought to its place; for its owner to do, whoever loads
create function dictionary_index_settle() returns bigint
  language sql security definer set search_path = public
  as $$ select gin_clean_pending_list('dictionary_search_grams') $$;
