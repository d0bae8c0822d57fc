/** The sheet of a template that says what the template is. */
import type { Table } from '../../shared/text/table.ts';

export const ABOUT = '_about';
export const CODES = '_codes';

/** By key in its first column, in any language of the others. */
export const ABOUT_KEYS = ['region', 'language', 'version', 'made', 'by'] as const;

/** null: the file has no such sheet. */
export function aboutOf(tables: readonly Table[]): { region: string | null } {
  const lines = tables.find(({ name }) => name === ABOUT)?.rows ?? [];
  const region = lines.find(([key]) => key === ('region' satisfies (typeof ABOUT_KEYS)[number]))?.[2];
  return { region: typeof region === 'string' && region !== '' ? region : null };
}
