/** What a row is called by its own items, wherever another page, a list or a comparison speaks of it. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from './caseContent.ts';
import { addressAt, addressKey } from './itemAddress.ts';

/** Controls whose values are words already. */
const WORDS = new Set(['text', 'longText']);

/**
 * Names outermost rows of a content: by the first summary item that says something, words before codes and dates; ''
 * where none does. `maySee` leaves out what the reader may not know.
 */
export function rowLabel(
  catalogue: Catalogue,
  { values }: CaseContent,
  maySee: (itemId: string) => boolean = () => true,
): (group: string, rowNo: number) => string {
  const said = new Map(values.map((value) => [addressKey(value), value.value]));
  return (group, rowNo) => {
    const summary = (catalogue.groups[group]?.summary ?? []).filter(maySee);
    const isWords = (itemId: string) => WORDS.has(catalogue.items[itemId]?.control ?? '');
    const ordered = [...summary.filter(isWords), ...summary.filter((itemId) => !isWords(itemId))];
    const found = ordered.map((itemId) => said.get(addressKey(addressAt(itemId, [rowNo]))) ?? null);
    return found.find((text) => text !== null) ?? '';
  };
}

export interface RowName {
  group: string;
  rowNo: number;
  rowId: string;
  deleted: boolean;
  label: string;
}

/** The rows of a group, in list order, struck ones included, each with its name. */
export const namedRows = (catalogue: Catalogue, group: string, content: CaseContent): RowName[] => {
  const labelOf = rowLabel(catalogue, content);
  return content.rows
    .filter((row) => row.group === group)
    .sort((a, b) => a.sort - b.sort || a.rowNo - b.rowNo)
    .map(({ rowNo, rowId, deleted }) => ({ group, rowNo, rowId, deleted, label: labelOf(group, rowNo) }));
};

/** Groups that groups of this page are rows of. */
export const referredGroups = ({ groups }: Catalogue, page: string): string[] => [
  ...new Set(
    Object.values(groups).flatMap((group) =>
      group.page === page && group.rowsOf !== null ? group.rowsOf : [],
    ),
  ),
];
