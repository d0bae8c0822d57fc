/** The question that is being built: it outlives the pages it is built on, until another one is opened. */
import { useSyncExternalStore } from 'react';
import type { DataQuery, SearchLibrary } from '../../../shared/contract/index.ts';
import type { Condition, ConditionPath, ItemTest } from '../../../shared/query/condition.types.ts';
import { makeListeners } from '../../listeners/listeners.ts';

/** The entry of the library that the question came from. */
type Entry = Pick<SearchLibrary, 'libraryKey' | 'name' | 'description' | 'shared' | 'own' | 'versionNo'>;

export interface Draft {
  query: DataQuery;
  /** null: it is in no library yet */
  entry: Entry | null;
}

export type Group = DataQuery['condition'];

const EMPTY: Draft = {
  query: {
    condition: { kind: 'group', joined: 'and', conditions: [] },
    items: [],
    layout: 'case',
    block: '',
    repeats: 'joined',
    codes: 'label',
    asAt: null,
  },
  entry: null,
};

let draft = EMPTY;
const listeners = makeListeners();

export const useDraft = (): Draft => useSyncExternalStore(listeners.add, () => draft);

export function setDraft(next: Draft): void {
  draft = next;
  listeners.notify();
}

export const clearDraft = (): void => setDraft(EMPTY);

export const setQuery = (change: Partial<DataQuery>): void =>
  setDraft({ ...draft, query: { ...draft.query, ...change } });

/** A test of an item that was just chosen. */
export const newTest = (itemId: string): ItemTest => ({
  itemId,
  operator: 'EQ',
  values: [''],
  nullFlavors: [],
});

export const newRows = (itemId: string): Condition => ({
  kind: 'rows',
  tests: [newTest(itemId)],
  rows: { of: 'any', min: null, max: null },
});

/** The group with another part at the index; undefined removes it. */
export const withPart = (group: Group, index: number, part: Condition | undefined): Group => ({
  ...group,
  conditions: group.conditions.flatMap((one, at) => (at === index ? (part ?? []) : one)),
});

export const pathText = (path: ConditionPath): string => path.join('.');
