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

/** What a look-up begins with instead of a search. */
export interface Recommending {
  columns: Recommendations['columns'];
  /** `version`: the one that is looked up in; null: the dictionary has none */
  rows: (
    version: string | null,
    ...rest: Parameters<Recommendations['rows']>
  ) => ReturnType<Recommendations['rows']>;
  /** called with the code the user accepted, recommended or not */
  onAccepted: (code: string) => void;
}

export interface LookUpWorld {
  language: Language;
  /** the case that the term is of; absent outside of cases */
  caseKey?: number | undefined;
}

/**
 * Opens the dialog. Null if nothing was selected, or if the dictionary could not be read, which is reported to the
 * user.
 */
export async function lookUpTerm(
  queries: QueryClient,
  request: LookUpRequest,
  { language, caseKey }: LookUpWorld,
  recommending?: Recommending,
): Promise<LookedUp | null> {
  try {
    const state = await queries.fetchQuery(dictionaryQuery(request.dictionary, caseKey));
    const descriptor = state.descriptor as DictionaryDescriptor;
    const version = versionFor(state, descriptor, request.version);
    const typed = typedAs(descriptor, request);
    const answer = await openListDialog(
      { ...dictionaryDialog(state, version, request.fields, language), directInput: typed !== null },
      {
        keyword: request.keyword.trim(),
        fields: { ...state.begins, ...request.fields },
        maxLength: typed?.maxLength ?? undefined,
        recommend: recommending && {
          columns: recommending.columns,
          rows: async (...opened) => {
            const rows = await recommending.rows(version, ...opened);
            return rows && rows.map(withNames(state));
          },
        },
      },
    );
    switch (answer.how) {
      case 'picked':
        recommending?.onAccepted(answer.row.key);
        return { how: 'term', term: termOf(descriptor, answer.row, version, state.sample) };
      case 'typed':
        if (typed?.as === 'code') recommending?.onAccepted(answer.text);
        return typed && { how: 'typed', as: typed.as, text: answer.text };
      default:
        return null;
    }
  } catch (error) {
    showFailure(error);
    return null;
  }
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
        rows: found.listInfo.map(rowOf).map(withNames(state)),
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

/** An entry as a row of the dialog; also for those that are recommended. */
export const rowOf = ({ code, columns, current, parents }: DictionaryEntry): ListRow => ({
  key: code,
  cells: columns,
  current,
  path: parents.map(({ term }) => term),
});

/** Cells with the names that the search offers instead of codes, e.g. of countries. */
function withNames({ descriptor, options }: DictionaryState): (row: ListRow) => ListRow {
  const { fields = [] } = descriptor as DictionaryDescriptor;
  const names = fields.flatMap(({ field, column, codeList }) => {
    if (column === undefined || codeList === undefined) return [];
    return [{ column, labels: new Map(options[field]?.map(({ value, label }) => [value, label])) }];
  });
  return (row) => ({
    ...row,
    cells: {
      ...row.cells,
      ...Object.fromEntries(
        names.flatMap(({ column, labels }) => {
          const label = labels.get(row.cells[column] ?? '');
          return label === undefined ? [] : [[column, label]];
        }),
      ),
    },
  });
}

const termOf = (
  { term }: DictionaryDescriptor,
  { key, cells, path = [] }: ListRow,
  version: string | null,
  sample: boolean,
): Term => ({
  code: key,
  term: cells[term] ?? key,
  version,
  parents: [...path],
  sample,
});
