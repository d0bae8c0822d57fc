/** Privileges as a matrix: what they are about, and its type. Read from the registry, so that none is left out. */
import { PRIVILEGES, type PrivilegeId } from './privileges.ts';

export const PRIVILEGE_TYPES = ['READ', 'EDIT'] as const;
export type PrivilegeType = (typeof PRIVILEGE_TYPES)[number];
type AreaOf<P> = P extends `${PrivilegeType}.${infer Area}` ? Area : never;
/** e.g. `CASE_INFO` */
export type PrivilegeArea = AreaOf<PrivilegeId>;

const partsOf = (privilege: PrivilegeId): [PrivilegeType, PrivilegeArea] =>
  privilege.split('.') as [PrivilegeType, PrivilegeArea];

/** In the order of the registry. */
export const PRIVILEGE_AREAS: readonly PrivilegeArea[] = [
  ...new Set(PRIVILEGES.map((one) => partsOf(one)[1])),
];

/** The privilege of a type on an area; null where there is none. */
export const privilegeOn = (area: PrivilegeArea, type: PrivilegeType): PrivilegeId | null =>
  PRIVILEGES.find((one) => one === `${type}.${area}`) ?? null;

/** With what they imply: who may edit an area may read it. In the order of the registry. */
export function withImplied(granted: readonly PrivilegeId[]): PrivilegeId[] {
  const held = new Set(granted);
  for (const one of granted) {
    const [type, area] = partsOf(one);
    const read = privilegeOn(area, 'READ');
    if (type === 'EDIT' && read) held.add(read);
  }
  return PRIVILEGES.filter((one) => held.has(one));
}

/** Whether none of these edits anything. */
export const readsOnly = (granted: readonly PrivilegeId[]): boolean =>
  granted.every((one) => partsOf(one)[0] === 'READ');

/** Granted or withdrawn: to edit implies to read, and who may not read may not edit. */
export function granting(
  granted: readonly PrivilegeId[],
  privilege: PrivilegeId,
  isGranted: boolean,
): PrivilegeId[] {
  if (isGranted) return withImplied([...granted, privilege]);
  const [type, area] = partsOf(privilege);
  const edit = type === 'READ' ? privilegeOn(area, 'EDIT') : null;
  return withImplied(granted.filter((one) => one !== privilege && one !== edit));
}
