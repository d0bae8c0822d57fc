/** Looks a term up in a dictionary: the list dialog with the dictionary's descriptor. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DictionaryColumn, DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import {
  ANY_VERSION,
  readDictionary,
  searchDictionary,
  type DataOf,
  type DictionaryEntry,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import {
  openListDialog,
  type ListDialogDescriptor,
  type ListDialogField,
  type ListRow,
  type Recommendations,
} from '../dialogs/index.ts';
import type { LookedUp, LookUpRequest, Term } from '../engine/index.ts';
import { showFailure } from '../feedback/showFailure.ts';
import { LANGUAGE_NAMES, type Language } from '../i18n/index.ts';
import { wordsIn } from './words.ts';

type DictionaryState = DataOf<typeof readDictionary>;

/** @param caseKey the case that a term is looked up for; absent outside of cases */
export const dictionaryQuery = (dictionary: string, caseKey?: number) =>
  queryOptions({
    queryKey: ['dictionary', dictionary, caseKey],
    queryFn: ({ signal }) => call(readDictionary, { params: { dictionary }, query: { caseKey }, signal }),
    // another release may be activated at any time
    staleTime: 0,
    meta: { ownFailure: true },
  });

export interface RecommendedEntry {
  entry: DictionaryEntry;
  /** by the columns of the recommendation */
  cells: ListRow['cells'];
}

/** What a look-up begins with instead of a search. */
export interface Recommending {
  columns: Recommendations['columns'];
  /** `version`: the one that is looked up in; null: the dictionary has none */
  rows: (
    version: string | null,
    ...rest: Parameters<Recommendations['rows']>
  ) => Promise<readonly RecommendedEntry[] | null>;
  /** called with the code the user accepted, recommended or not */
  onAccepted: (code: string) => void;
}

export interface LookUpWorld {
  language: Language;
  /** the case that the term is of; absent outside of cases */
  caseKey?: number | undefined;
  /** the requested version is searched even if it is not activated: an upgrade goes to it */
  upgrading?: boolean;
}

/**
 * Opens the dialog. Null if nothing was selected, or if the dictionary could not be read, which is reported to the
 * user.
 */
export async function lookUpTerm(
  queries: QueryClient,
  request: LookUpRequest,
  { language, caseKey, upgrading = false }: LookUpWorld,
  recommending?: Recommending,
): Promise<LookedUp | null> {
  try {
    const state = await queries.fetchQuery(dictionaryQuery(request.dictionary, caseKey));
    const descriptor = state.descriptor as DictionaryDescriptor;
    const version = upgrading ? request.version : versionFor(state, descriptor, request.version);
    const typed = typedAs(descriptor, request);
    const named = namedRowOf(state);
    const last = lastKeyword(queries, request);
    const answer = await openListDialog(
      { ...dictionaryDialog(state, version, request.fields, language), directInput: typed !== null },
      {
        keyword: recommending ? request.keyword.trim() : last.keyword,
        fields: { ...state.begins, ...request.fields },
        maxLength: typed?.maxLength ?? undefined,
        recommend: recommending && {
          columns: recommending.columns,
          rows: async (...opened) => {
            const found = await recommending.rows(version, ...opened);
            return found && found.map(({ entry, cells }) => withCells(cells)(named(entry)));
          },
        },
      },
    );
    switch (answer.how) {
      case 'picked':
        last.forget();
        recommending?.onAccepted(codeOf(answer.row));
        return { how: 'term', term: termOf(descriptor, answer.row, version, state.sample) };
      case 'typed':
        if (typed?.as === 'code') recommending?.onAccepted(answer.text);
        return typed && { how: 'typed', as: typed.as, text: answer.text };
      case 'closed':
        last.remember(answer.keyword);
        return null;
      default:
        return null;
    }
  } catch (error) {
    showFailure(error);
    return null;
  }
}

/**
 * The keyword that the dialog begins with: the last one of a look-up of the same text that was closed without a choice,
 * so that the user continues there; otherwise the text. It is forgotten with all that was read for the user.
 */
function lastKeyword(queries: QueryClient, { itemId, dictionary, keyword }: LookUpRequest) {
  const text = keyword.trim();
  const key = ['lastKeyword', dictionary, itemId, text];
  return {
    keyword: queries.getQueryData<string>(key) ?? text,
    remember: (typed: string) => {
      if (typed !== '') queries.setQueryData(key, typed);
    },
    forget: () => queries.removeQueries({ queryKey: key }),
  };
}

/**
 * The requested version if it is loaded, else the active one. Null if the dictionary has no versions or is not
 * loaded.
 */
const versionFor = (
  state: DictionaryState,
  { versioned }: DictionaryDescriptor,
  requested: string | null,
): string | null =>
  versioned ? (requested !== null && state.versions.includes(requested) ? requested : state.version) : null;

/** What takes a text as it is typed, if anything does, and how long it may be there. */
function typedAs(
  { directInput, code }: DictionaryDescriptor,
  { codeLength, text }: LookUpRequest,
): { as: 'code' | 'text'; maxLength: number | null } | null {
  if (directInput === undefined) return null;
  if (directInput === code) return { as: 'code', maxLength: codeLength };
  return text && { as: 'text', maxLength: text.maxLength };
}

/** A dictionary as a list dialog; `version` null: the active one. Fields that the item sets are not offered. */
function dictionaryDialog(
  state: DictionaryState,
  version: string | null,
  set: LookUpRequest['fields'],
  language: Language,
): ListDialogDescriptor {
  const { descriptor: described, options, sample } = state;
  const descriptor = described as DictionaryDescriptor;
  const { dictionary, label, levels, dialogWidth: width, exactMatch, ...rest } = descriptor;
  const { minLength, tone, tableHeight } = rest;
  const inLanguages = descriptor.columns.some(({ languages }) => languages !== undefined);
  const title = [wordsIn(label, language), version, inLanguages && `(${LANGUAGE_NAMES[state.language]})`];
  const inColumns = new Set(
    descriptor.columns.filter((column) => isShown(column, language)).map(({ level }) => level),
  );
  const pathLevels = (levels ?? []).map((_, level) => level).filter((level) => !inColumns.has(level));
  return {
    id: ['dictionary', dictionary, version, language, ...Object.values(set)].join('/'),
    title: title.filter(Boolean).join(' '),
    columns: columnsIn(descriptor, language, state.language),
    name: descriptor.term,
    fields: offeredFields(descriptor, set).map((field): ListDialogField => {
      const named = { key: field.field, label: wordsIn(field.label, language) };
      if (field.kind === 'tick') return { ...named, kind: 'tick', excludes: field.excludes };
      if (field.kind === 'choice') {
        const codes = field.codes ?? [];
        const choices = codes.map((one) => ({ value: one.code, label: wordsIn(one.label, language) }));
        return { ...named, kind: 'choice', options: choices };
      }
      return { ...named, kind: 'among', options: options[field.field] ?? [] };
    }),
    pathLevels,
    pathLabel:
      pathLevels.length === 0
        ? undefined
        : pathLevels
            .toReversed()
            .flatMap((level) => levels?.[level] ?? [])
            .map((level) => wordsIn(level, language))
            .join(' › '),
    exactMatch,
    minLength,
    tone,
    tableHeight,
    width,
    sample,
    search: async ({ keyword, exact, fields, pageNo, rowCount }, signal) => {
      const found = await call(searchDictionary, {
        params: { dictionary, version: version ?? ANY_VERSION },
        query: {
          pageNo,
          rowCount,
          keyword,
          language,
          ...(exact && { isKeywordExact: 'Y' as const }),
          ...(Object.keys(fields).length > 0 && { fields: JSON.stringify(fields) }),
        },
        signal,
      });
      const { totalCount, totalPage } = found.pageInfo;
      const { resembling, more } = found;
      return {
        rows: found.listInfo.map(namedRowOf(state)),
        totalCount,
        totalPage,
        resembling,
        more,
      };
    },
  };
}

const offeredFields = ({ fields = [] }: DictionaryDescriptor, set: LookUpRequest['fields']) =>
  fields.filter(({ field }) => set[field] === undefined);

/** The columns that are shown, in the user's words. `searched`: the language of the terms. */
export const columnsIn = (
  { columns }: DictionaryDescriptor,
  language: Language,
  searched: Language = language,
) => columns.filter((column) => isShown(column, searched)).map(columnIn(language));

const isShown = ({ shown, languages }: DictionaryColumn, language: Language): boolean =>
  shown !== false && (languages?.includes(language) ?? true);

const columnIn =
  (language: Language) =>
  ({ column, label, width, shownFor }: DictionaryColumn) => ({
    key: column,
    width,
    shownFor,
    label: wordsIn(label, language),
  });

/** An entry as a row of the dialog. */
const rowOf =
  ({ sequence }: DictionaryDescriptor) =>
  ({ code, columns, current, parents }: DictionaryEntry): ListRow => {
    const number = columns[sequence ?? ''];
    return {
      key: number === undefined ? code : `${code}/${number}`,
      code,
      cells: columns,
      current,
      path: parents.map(({ term }) => term),
    };
  };

const codeOf = ({ code, key }: ListRow): string => code ?? key;

const withCells =
  (cells: ListRow['cells']) =>
  (row: ListRow): ListRow => ({ ...row, cells: { ...row.cells, ...cells } });

/** A row with the names that the search offers instead of codes, e.g. of countries. */
function namedRowOf(state: DictionaryState): (entry: DictionaryEntry) => ListRow {
  const row = rowOf(state.descriptor as DictionaryDescriptor);
  const named = withNames(state);
  return (entry) => named(row(entry));
}

function withNames({ descriptor, options }: DictionaryState): (row: ListRow) => ListRow {
  const { fields = [] } = descriptor as DictionaryDescriptor;
  const names = fields.flatMap(({ field, column, codeList }) => {
    if (column === undefined || codeList === undefined) return [];
    return [{ column, labels: new Map(options[field]?.map(({ value, label }) => [value, label])) }];
  });
  return (row) => {
    const labels = names.flatMap(({ column, labels: all }) => {
      const label = all.get(row.cells[column] ?? '');
      return label === undefined ? [] : [[column, label] as const];
    });
    return withCells(Object.fromEntries(labels))(row);
  };
}

const termOf = (
  { term }: DictionaryDescriptor,
  row: ListRow,
  version: string | null,
  sample: boolean,
): Term => ({
  code: codeOf(row),
  term: row.cells[term] ?? codeOf(row),
  version,
  parents: [...(row.path ?? [])],
  sample,
});
