import { expect, it } from 'vitest';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import { shownComparison } from './contentDifferences.ts';

const catalogue = openCatalogue();
const { groupRoles, groups } = catalogue.whole;
const group = groupRoles['reactions'] ?? '';

it('names no row of a stored comparison by an item that a role hides from its reader by now', () => {
  const stored = { listInfo: [], rows: [{ group, rowNo: 1, label: 'Rash' }] };
  const namedTo = (hidden: readonly string[]) =>
    shownComparison({ catalogue }, { unblind: false, hidden } as SessionUser, stored).rows[0]?.label;
  expect(namedTo([])).toBe('Rash');
  expect(groups[group]?.summary.map((itemId) => namedTo([itemId]))).toEqual(
    groups[group]?.summary.map(() => ''),
  );
});
