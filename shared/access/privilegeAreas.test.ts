import { constantFrom, assert, boolean, property, subarray } from 'fast-check';
import { expect, it } from 'vitest';
import { granting, PRIVILEGE_AREAS, PRIVILEGE_TYPES, privilegeOn, withImplied } from './privilegeAreas.ts';
import { PRIVILEGES } from './privileges.ts';

it('has every privilege at one place of the matrix', () => {
  const placed = PRIVILEGE_AREAS.flatMap((area) =>
    PRIVILEGE_TYPES.flatMap((type) => privilegeOn(area, type) ?? []),
  );
  expect(placed.toSorted()).toEqual([...PRIVILEGES].toSorted());
});

it('never lets a role edit what it may not read, and changes no other area', () => {
  assert(
    property(
      subarray([...PRIVILEGES]),
      constantFrom(...PRIVILEGES),
      boolean(),
      (some, privilege, isGranted) => {
        const before = withImplied(some);
        const after = granting(before, privilege, isGranted);
        expect(after.includes(privilege)).toBe(isGranted);
        expect(withImplied(after)).toEqual(after);
        const [, area] = privilege.split('.');
        const elsewhere = (list: readonly string[]) => list.filter((one) => one.split('.')[1] !== area);
        expect(elsewhere(after)).toEqual(elsewhere(before));
      },
    ),
  );
});
