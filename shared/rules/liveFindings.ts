/** Incremental findings: after a change only the checks whose result can differ run again. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseChange } from '../case/caseChange.ts';
import type { RowPath } from '../case/itemAddress.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import { affectedBy } from './affected.ts';
import type { CaseFinding, Check } from './check.types.ts';

export interface LiveFindings {
  /** Reports a change that the reader already reflects. Affected checks are re-evaluated by `work`. */
  changed(change: CaseChange): void;
  /** Runs pending checks until none is left or `enough` returns true; returns whether none is left. */
  work(enough?: () => boolean): boolean;
  /** In display order. The same array until a finding changes. */
  findings(): readonly CaseFinding[];
}

/** State of a check: its findings by row, and the rows still to evaluate. */
interface CheckState {
  check: Check;
  findings: Map<string, readonly CaseFinding[]>;
  /** the same in row order; null: to be rebuilt */
  list: readonly CaseFinding[] | null;
  /** null: all rows; otherwise by key */
  open: Map<string, RowPath> | null;
}

const keyOf = (path: RowPath): string => path.join('|');
const pathOf = (key: string): RowPath => key.split('|').map(Number);
const never = (): boolean => false;

/** No check runs before the first `work`. `catalogue` is that of all regions. */
export function liveFindings(
  catalogue: Catalogue,
  checks: readonly Check[],
  reader: CaseReader,
): LiveFindings {
  const whole = caseScope(catalogue, reader);
  const states = checks
    .toSorted((a, b) => a.item.sort - b.item.sort)
    .map((check): CheckState => ({ check, findings: new Map(), list: [], open: null }));
  const affected = affectedBy(catalogue, states, reader);
  const waiting = new Set(states);
  let cached: readonly CaseFinding[] | null = [];

  const put = (state: CheckState, path: RowPath): void => {
    const { check, findings: found } = state;
    const key = keyOf(path);
    const next = check.find(check.group === null ? whole : rowScope(whole, check.group, path));
    if (next.length === 0 && !found.has(key)) return;
    if (next.length > 0) found.set(key, next);
    else found.delete(key);
    state.list = cached = null;
  };

  /** All current rows; findings of other rows are dropped. */
  const begin = (state: CheckState): Map<string, RowPath> => {
    const { check } = state;
    const rows = check.group === null ? [[]] : reader.rows(check.group, []);
    const open = new Map(rows.map((path) => [keyOf(path), path]));
    forget(state, (key) => !open.has(key));
    return open;
  };

  const forget = (state: CheckState, isGone: (key: string) => boolean): void => {
    for (const key of state.findings.keys()) {
      if (!isGone(key)) continue;
      state.findings.delete(key);
      state.list = cached = null;
    }
  };

  return {
    changed(change) {
      affected(change, (state, { rows, moved }) => {
        waiting.add(state);
        if (rows === null) state.open = null;
        // on a restart, no row is skipped
        const { open } = state;
        if (open === null || rows === null) return;
        const now = new Map(rows.map((path) => [keyOf(path), path]));
        if (moved) {
          const isGone = (key: string) => !now.has(key) && moved(pathOf(key));
          for (const key of open.keys()) if (isGone(key)) open.delete(key);
          forget(state, isGone);
        }
        for (const [key, path] of now) open.set(key, path);
      });
    },
    work(enough = never) {
      for (const state of waiting) {
        state.open ??= begin(state);
        for (const [key, path] of state.open) {
          if (enough()) return false;
          state.open.delete(key);
          put(state, path);
        }
        waiting.delete(state);
      }
      return true;
    },
    findings: () =>
      (cached ??= states.flatMap((state) => (state.list ??= inRowOrder([...state.findings.values()])))),
  };
}

/** The findings of a check in several rows. */
export function inRowOrder(found: readonly (readonly CaseFinding[])[]): readonly CaseFinding[] {
  const all = found.flat();
  if (found.length < 2) return all;
  return all.sort((a, b) => a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3);
}
