/** The question that is being built: it outlives the pages it is built on, until another one is opened. */
import { useSyncExternalStore } from 'react';
import type { DataQuery, SearchLibrary } from '../../../shared/contract/index.ts';
import type { Condition, ConditionPath, ItemTest } from '../../../shared/query/condition.types.ts';
import { makeListeners } from '../../listeners/listeners.ts';
import { currentSession } from '../../session/sessionStore.ts';

/** The entry of the library that the question came from. */
type Entry = Pick<SearchLibrary, 'libraryKey' | 'name' | 'description' | 'shared' | 'own' | 'versionNo'>;

/** A question as it is opened in the builder. */
export interface Opened {
  query: DataQuery;
  /** null: it is in no library yet */
  entry: Entry | null;
}

export interface Draft extends Opened {
  /** as it was opened, or saved last */
  stored: DataQuery;
}

export type Group = DataQuery['condition'];

export const NEW_QUESTION: Opened = {
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

/** A tab may be signed in by others, and for other sponsors, one after another: nobody sees the question of another user. */
const builder = (): string => {
  const { sponsorKey = 0, userKey = 0 } = currentSession() ?? {};
  return `${sponsorKey}/${userKey}`;
};

const EMPTY: Draft = { ...NEW_QUESTION, stored: NEW_QUESTION.query };

let draft = EMPTY;
/** who builds it */
let by = '';
const listeners = makeListeners();

/** The question of the user who is signed in now. */
export const currentDraft = (): Draft => (by === builder() ? draft : EMPTY);

export const useDraft = (): Draft => useSyncExternalStore(listeners.add, currentDraft);

function setDraft(next: Draft): void {
  draft = next;
  by = builder();
  listeners.notify();
}

/** In place of the one that is being built; `useReplaceQuestion` asks before changes of that one are lost. */
export const openQuestion = (question: Opened): void => setDraft({ ...question, stored: question.query });

export function setQuery(change: Partial<DataQuery>): void {
  const before = currentDraft();
  setDraft({ ...before, query: { ...before.query, ...change } });
}

/** Whether the question has changes that are not saved. Values and periods are typed for one use, and do not count. */
export const hasChanges = ({ query, stored }: Draft): boolean => formOf(query) !== formOf(stored);

const formOf = (query: DataQuery): string =>
  JSON.stringify({ ...query, asAt: null }, (key, value: unknown) => (key === 'values' ? null : value));

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
