import { expect, it } from 'vitest';
import type { PrivilegeId } from '../../../shared/access/privileges.ts';
import { changesOf, withEdits } from './privilegeEdits.ts';

const role = (privileges: PrivilegeId[]) => ({
  roleId: 3,
  name: 'Reader',
  users: 1,
  own: false,
  inspector: false,
  setAt: '2026-01-01T00:00:00.000Z',
  privileges,
});
const EDITS = { 3: [{ privilege: 'EDIT.DATA', isGranted: true }] } as const;

it('edits change their boxes only: what another administrator granted meanwhile stays', () => {
  const later = [role(['READ.DATA', 'READ.MONITORING', 'EDIT.MONITORING'])];
  expect(changesOf(later, withEdits(later, EDITS))).toMatchObject([
    { granted: ['EDIT.DATA'], withdrawn: [] },
  ]);
});

it('an edit that another administrator made, too, is no change', () => {
  const later = [role(['READ.DATA', 'EDIT.DATA'])];
  expect(changesOf(later, withEdits(later, EDITS))).toEqual([]);
});

it('who may not read may not edit', () => {
  const stored = [role(['READ.DATA', 'EDIT.DATA'])];
  const edits = { 3: [{ privilege: 'READ.DATA', isGranted: false }] } as const;
  expect(withEdits(stored, edits)[0]?.privileges).toEqual([]);
});
