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

-- pieces of a search text (server/dictionaries/searchText.ts) by which it is found: two and three characters of any
-- line, one where it is not ASCII (a Chinese, Japanese or Korean word may be one character); each begins with the
-- release, so that one index holds all releases without mixing them. The words behind the lines are pieces of these.
-- Not parallel safe on purpose: workers cost a search more than they save it
create function dictionary_grams(release_no int, search text) returns text[]
  language plpgsql immutable
  as $$
    declare
      signs text[] := string_to_array(split_part(search, E'\t', 1), null);
      mark text := release_no::text || '|';
      grams text[] := '{}';
      pair text;
    begin
      for i in 1 .. cardinality(signs) loop
        continue when signs[i] = E'\n';
        if ascii(signs[i]) > 127 then
          grams := grams || (mark || signs[i]);
        end if;
        continue when signs[i + 1] is null or signs[i + 1] = E'\n';
        pair := mark || signs[i] || signs[i + 1];
        grams := grams || pair;
        continue when signs[i + 2] is null or signs[i + 2] = E'\n';
        grams := grams || (pair || signs[i + 2]);
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
  -- columns that fields of the search ask for, by column
  facts jsonb not null,
  -- folded texts of the searched columns as server/dictionaries/searchText.ts joins them
  search text not null,
  primary key (release_no, entry_no)
);
create index dictionary_search_grams on dictionary_search using gin (dictionary_grams(release_no, search));

grant select, insert, update, delete on dictionary_release, dictionary_entry, dictionary_search to casewright_app;
