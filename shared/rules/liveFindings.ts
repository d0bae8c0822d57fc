/** Findings that follow a case: after a change only what can have become another answer is asked again. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseChange } from '../case/caseChange.ts';
import type { RowPath } from '../case/itemAddress.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { caseScope, rowScope } from '../expressions/scope.ts';
import { affectedBy } from './affected.ts';
import type { CaseFinding, Check } from './check.types.ts';

export interface LiveFindings {
  /** Tells of a change that the reader answers with already. What it concerns is asked again by `work`. */
  changed(change: CaseChange): void;
  /** Asks until nothing is left or `enough` says so; true where nothing is left. */
  work(enough?: () => boolean): boolean;
  /** In display order. The same list while nothing has changed in it. */
  findings(): readonly CaseFinding[];
}

/** What is known of a check: what it found in each row, and the rows in which it has still to be made. */
interface Standing {
  check: Check;
  found: Map<string, readonly CaseFinding[]>;
  /** the same in row order; null: to be put together anew */
  list: readonly CaseFinding[] | null;
  /** null: in all rows; else by key */
  open: Map<string, RowPath> | null;
}

const keyOf = (path: RowPath): string => path.join('|');
const pathOf = (key: string): RowPath => key.split('|').map(Number);
const never = (): boolean => false;

/** Nothing is asked before the first `work`. `catalogue` is that of all regions. */
export function liveFindings(
  catalogue: Catalogue,
  checks: readonly Check[],
  reader: CaseReader,
): LiveFindings {
  const whole = caseScope(catalogue, reader);
  const standings = checks
    .toSorted((a, b) => a.item.sort - b.item.sort)
    .map((check): Standing => ({ check, found: new Map(), list: [], open: null }));
  const affected = affectedBy(catalogue, standings, reader);
  const waiting = new Set(standings);
  let told: readonly CaseFinding[] | null = [];

  const put = (standing: Standing, path: RowPath): void => {
    const { check, found } = standing;
    const key = keyOf(path);
    const next = check.find(check.group === null ? whole : rowScope(whole, check.group, path));
    if (next.length === 0 && !found.has(key)) return;
    if (next.length > 0) found.set(key, next);
    else found.delete(key);
    standing.list = told = null;
  };

  /** All rows there are now; what was found in others goes. */
  const begin = (standing: Standing): Map<string, RowPath> => {
    const { check } = standing;
    const rows = check.group === null ? [[]] : reader.rows(check.group, []);
    const open = new Map(rows.map((path) => [keyOf(path), path]));
    forget(standing, (key) => !open.has(key));
    return open;
  };

  const forget = (standing: Standing, isGone: (key: string) => boolean): void => {
    for (const key of standing.found.keys()) {
      if (!isGone(key)) continue;
      standing.found.delete(key);
      standing.list = told = null;
    }
  };

  return {
    changed(change) {
      affected(change, (standing, { rows, moved }) => {
        waiting.add(standing);
        if (rows === null) standing.open = null;
        // where it begins anew, no row is left out
        const { open } = standing;
        if (open === null || rows === null) return;
        const now = new Map(rows.map((path) => [keyOf(path), path]));
        if (moved) {
          const isGone = (key: string) => !now.has(key) && moved(pathOf(key));
          for (const key of open.keys()) if (isGone(key)) open.delete(key);
          forget(standing, isGone);
        }
        for (const [key, path] of now) open.set(key, path);
      });
    },
    work(enough = never) {
      for (const standing of waiting) {
        standing.open ??= begin(standing);
        for (const [key, path] of standing.open) {
          if (enough()) return false;
          standing.open.delete(key);
          put(standing, path);
        }
        waiting.delete(standing);
      }
      return true;
    },
    findings: () =>
      (told ??= standings.flatMap((standing) => (standing.list ??= inRowOrder(standing.found)))),
  };
}

function inRowOrder(found: ReadonlyMap<string, readonly CaseFinding[]>): readonly CaseFinding[] {
  const all = [...found.values()].flat();
  if (found.size < 2) return all;
  return all.sort((a, b) => a.rowNo - b.rowNo || a.rowNo2 - b.rowNo2 || a.rowNo3 - b.rowNo3);
}
