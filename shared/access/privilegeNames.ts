/** Privileges in words, as pages and audit trails show them. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { PrivilegeArea, PrivilegeType } from './privilegeAreas.ts';
import type { PrivilegeId } from './privileges.ts';
import words from './privilegeWords.json' with { type: 'json' };

export const AREA_NAMES: Readonly<Record<PrivilegeArea, LocalizedText>> = words.areas;
export const TYPE_NAMES: Readonly<Record<PrivilegeType, LocalizedText>> = words.types;

/** `Submission: Edit`. */
export function privilegeName(privilege: PrivilegeId, language: keyof LocalizedText): string {
  const [type, area] = privilege.split('.') as [PrivilegeType, PrivilegeArea];
  return words.name[language]
    .replace('{area}', AREA_NAMES[area][language])
    .replace('{type}', TYPE_NAMES[type][language]);
}
