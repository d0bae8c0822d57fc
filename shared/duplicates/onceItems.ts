/** Items of a compared field that a follow-up may leave as the case has them. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { DUPLICATE_CHECK } from './descriptor.ts';

/** With its unit; empty for a field of rows, of which a message and a case may have different ones. */
export function onceItems({ roles, items }: Pick<Catalogue, 'roles' | 'items'>, name: string): string[] {
  const field = DUPLICATE_CHECK.fields.find((one) => one.field === name);
  if (!field || field.rows !== undefined) return [];
  const found = [...field.roles, ...(field.unit ? [field.unit.role] : [])].flatMap(
    (role) => roles[role] ?? [],
  );
  return found.every((itemId) => items[itemId]?.groups.length === 0) ? found : [];
}
