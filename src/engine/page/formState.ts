/** The state of the open form beside its values: findings, notices, opened rows, the menu, the field in focus. */
import { atom, type PrimitiveAtom, type WritableAtom } from 'jotai';
import type { Static } from 'typebox';
import type { Finding as FindingSchema } from '../../../shared/contract/common.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import { addressKey, rowPathOf, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { Notice } from '../fields/registry.ts';
import type { CopiedTable } from '../paste/readTable.ts';
import type { Store } from '../session/views.ts';

export type Finding = Static<typeof FindingSchema>;

/** Another user at an item: is in it now, or has stored another value of it since the page was read. */
export interface PersonMark extends ItemAddress {
  name: string;
  what: 'here' | 'changed';
}

/** The one menu of the page: what it offers, for which address, beside which element. */
export interface OpenMenu {
  kind: 'nullFlavor' | 'item';
  key: string;
  anchor: HTMLElement;
}

/** The paste dialog: the list of rows it is for, and the table that was pasted, null where none was yet. */
export interface OpenPaste {
  group: string;
  parent: RowPath;
  table: CopiedTable | null;
}

export interface FormState {
  menu: PrimitiveAtom<OpenMenu | null>;
  paste: PrimitiveAtom<OpenPaste | null>;
  /** key of the address whose field has the focus */
  focused: PrimitiveAtom<string | null>;
  /** the address that is being brought into view, for parts that have to be opened first */
  revealing: PrimitiveAtom<ItemAddress | null>;
  /** text for assistive technology, spoken each time it is set */
  announcement: WritableAtom<string, [string], void>;
  /** a change that a field made by itself, by address key */
  notice(key: string): PrimitiveAtom<Notice | null>;
  /** what the user chose for the notation of an item, and what the page showed at the time */
  notationChoice(key: string): PrimitiveAtom<{ shown: boolean; all: boolean } | null>;
  /** all notations of the page are shown, also the empty ones */
  notationsShown: PrimitiveAtom<boolean>;
  /** is a long text open beside its second language, by address key */
  translationPane(key: string): PrimitiveAtom<boolean>;
  findings(key: string): PrimitiveAtom<readonly Finding[]>;
  /** those of a row, at any depth, by `rowKey`: so that a closed row shows that it has some */
  rowFindings(key: string): PrimitiveAtom<readonly Finding[]>;
  setFindings(findings: readonly Finding[]): void;
  /** others at an item, by address key */
  people(key: string): PrimitiveAtom<readonly PersonMark[]>;
  setPeople(people: readonly PersonMark[]): void;
  /** questions at an item that are not closed, by address key */
  questions(key: string): PrimitiveAtom<readonly ItemAddress[]>;
  setQuestions(questions: readonly ItemAddress[]): void;
  /** the row whose line is brought into view; again with each new object */
  soughtRow: PrimitiveAtom<{ rowId: string } | null>;
  /** row id of the opened row of a list, null when all are closed */
  openRow(listKey: string): PrimitiveAtom<string | null>;
}

/** An atom per key, made on first use. */
function atomsByKey<T>(initial: T): (key: string) => PrimitiveAtom<T> {
  const atoms = new Map<string, PrimitiveAtom<T>>();
  return (key) => {
    let found = atoms.get(key);
    if (!found) atoms.set(key, (found = atom(initial) as PrimitiveAtom<T>));
    return found;
  };
}

/** A text that differs from the one before even where its words are the same: a live region announces changes only. */
function announcementAtom(): FormState['announcement'] {
  const announced = atom({ text: '', odd: false });
  return atom(
    (get) => get(announced).text + (get(announced).odd ? '\u00a0' : ''),
    (get, set, text: string) => set(announced, { text, odd: !get(announced).odd }),
  );
}

const NO_FINDINGS: readonly Finding[] = [];
const NO_PEOPLE: readonly PersonMark[] = [];
const NO_QUESTIONS: readonly ItemAddress[] = [];

type ListAtoms<T> = (key: string) => PrimitiveAtom<readonly T[]>;

/** Puts lists into the atoms of their keys, and empties those that had one before. */
function listsShown<T>(store: Store, atoms: ListAtoms<T>): (next: ReadonlyMap<string, readonly T[]>) => void {
  let shown: ReadonlyMap<string, readonly T[]> = new Map();
  return (next) => {
    for (const key of shown.keys()) if (!next.has(key)) store.set(atoms(key), []);
    for (const [key, list] of next) store.set(atoms(key), list);
    shown = next;
  };
}

export function createFormState(store: Store, catalogue: Catalogue): FormState {
  const findings = atomsByKey(NO_FINDINGS);
  const rowFindings = atomsByKey(NO_FINDINGS);
  const people = atomsByKey(NO_PEOPLE);
  const questions = atomsByKey(NO_QUESTIONS);
  const showFindings = listsShown(store, findings);
  const showRowFindings = listsShown(store, rowFindings);
  const showPeople = listsShown(store, people);
  const showQuestions = listsShown(store, questions);
  const rowKeysOf = (finding: Finding): string[] =>
    (catalogue.items[finding.itemId]?.groups ?? []).map((group, index) => {
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = rowPathOf(finding, index + 1);
      return rowKey({ group, rowNo, rowNo2, rowNo3 });
    });

  return {
    menu: atom<OpenMenu | null>(null),
    paste: atom<OpenPaste | null>(null),
    focused: atom<string | null>(null),
    revealing: atom<ItemAddress | null>(null),
    announcement: announcementAtom(),
    notice: atomsByKey<Notice | null>(null),
    notationChoice: atomsByKey<{ shown: boolean; all: boolean } | null>(null),
    notationsShown: atom(false),
    translationPane: atomsByKey(false),
    findings,
    rowFindings,
    setFindings(list) {
      showFindings(Map.groupBy(list, addressKey));
      const byRow = new Map<string, Finding[]>();
      for (const finding of list)
        for (const key of rowKeysOf(finding)) byRow.set(key, [...(byRow.get(key) ?? []), finding]);
      showRowFindings(byRow);
    },
    people,
    setPeople: (list) => showPeople(Map.groupBy(list, addressKey)),
    questions,
    setQuestions: (list) => showQuestions(Map.groupBy(list, addressKey)),
    soughtRow: atom<{ rowId: string } | null>(null),
    openRow: atomsByKey<string | null>(null),
  };
}

/** Names the list of a group's rows inside one parent row. */
export const listKeyOf = (group: string, parent: readonly number[]): string => `${group}|${parent.join('|')}`;

/** The group and parent row of a list's name. */
export function parseListKey(key: string): { group: string; parent: RowPath } {
  const [group = '', ...parent] = key.split('|');
  return { group, parent: parent.filter((number) => number !== '').map(Number) };
}
