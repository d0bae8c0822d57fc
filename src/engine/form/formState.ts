/** What the open form shows beside its values: findings, opened rows, the menu, the field in focus. */
import { atom, type PrimitiveAtom } from 'jotai';
import type { Static } from 'typebox';
import type { Finding as FindingSchema } from '../../../shared/contract/common.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import { addressKey, rowPathOf } from '../../../shared/case/itemAddress.ts';
import type { Store } from '../session/cells.ts';

export type Finding = Static<typeof FindingSchema>;

/** The one menu of the page: what it offers, for which address, beside which element. */
export interface OpenMenu {
  kind: 'nullFlavor' | 'item';
  key: string;
  anchor: HTMLElement;
}

export interface FormState {
  menu: PrimitiveAtom<OpenMenu | null>;
  /** key of the address whose field has the focus */
  focused: PrimitiveAtom<string | null>;
  /** text for assistive technology, spoken once */
  announcement: PrimitiveAtom<string>;
  findings(key: string): PrimitiveAtom<readonly Finding[]>;
  /** those of a row, at any depth, by `rowKey`: so that a closed row tells of them */
  rowFindings(key: string): PrimitiveAtom<readonly Finding[]>;
  setFindings(findings: readonly Finding[]): void;
  /** row id of the opened row of a list, null when all are closed */
  openRow(listKey: string): PrimitiveAtom<string | null>;
}

/** An atom per key, made on first use. */
export function atomsByKey<T>(initial: T): (key: string) => PrimitiveAtom<T> {
  const atoms = new Map<string, PrimitiveAtom<T>>();
  return (key) => {
    let found = atoms.get(key);
    if (!found) atoms.set(key, (found = atom(initial) as PrimitiveAtom<T>));
    return found;
  };
}

const NO_FINDINGS: readonly Finding[] = [];

type FindingAtoms = (key: string) => PrimitiveAtom<readonly Finding[]>;

export function createFormState(store: Store, catalogue: Catalogue): FormState {
  const findings = atomsByKey(NO_FINDINGS);
  const rowFindings = atomsByKey(NO_FINDINGS);
  const shown = new Map<FindingAtoms, Map<string, readonly Finding[]>>();

  const show = (atoms: FindingAtoms, next: Map<string, readonly Finding[]>): void => {
    for (const key of shown.get(atoms)?.keys() ?? []) if (!next.has(key)) store.set(atoms(key), NO_FINDINGS);
    for (const [key, ofKey] of next) store.set(atoms(key), ofKey);
    shown.set(atoms, next);
  };
  const rowKeysOf = (finding: Finding): string[] =>
    (catalogue.items[finding.itemId]?.groups ?? []).map((group, index) => {
      const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = rowPathOf(finding, index + 1);
      return rowKey({ group, rowNo, rowNo2, rowNo3 });
    });

  return {
    menu: atom<OpenMenu | null>(null),
    focused: atom<string | null>(null),
    announcement: atom(''),
    findings,
    rowFindings,
    setFindings(list) {
      show(findings, Map.groupBy(list, addressKey));
      const byRow = new Map<string, Finding[]>();
      for (const finding of list)
        for (const key of rowKeysOf(finding)) byRow.set(key, [...(byRow.get(key) ?? []), finding]);
      show(rowFindings, byRow);
    },
    openRow: atomsByKey<string | null>(null),
  };
}

/** Names the list of a group's rows inside one parent row. */
export const listKeyOf = (group: string, parent: readonly number[]): string => `${group}|${parent.join('|')}`;
