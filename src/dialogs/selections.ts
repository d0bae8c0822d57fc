/**
 * The selection dialogs of specification 2-dialogs section 2: what each lists, by the names its columns have there. Where
 * rows come from is its source: `selectionSources.ts` for masters the server has, the caller's own for the others. The
 * dialogs that choose one sender, study, reporter, product or narrative are `recordDialog` of these kinds.
 */
import type { TFunction } from 'i18next';
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { ListDialogDescriptor, ListDialogColumn } from './listDialog.types.ts';

interface Selection {
  /** of the menu that defines its columns */
  menuId?: string;
  columns: readonly string[];
  /** the column that names a row */
  name: string;
  /** of the columns, the one whom sponsors who are their own sender do without */
  bySender?: string;
  /** no keyword and no pages: all rows at once */
  whole?: boolean;
}

export const SELECTIONS = {
  cdmsStudy: { columns: ['studyId', 'protocol'], name: 'protocol' },
  r3Study: {
    menuId: 'MU-CI-ST',
    columns: ['STD_SPN_NO', 'STD_NAME', 'RPT_GIV_NAME', 'RPT_QUALIFY'],
    name: 'STD_NAME',
  },
  senders: { menuId: 'MU-CI-SD', columns: ['SENDER_KEY', 'SND_ORGAN', 'SND_GIV_NAME'], name: 'SND_ORGAN' },
  studies: {
    menuId: 'MU-CI-ST',
    columns: ['STD_KEY', 'STD_SPN_NO', 'STD_NAME', 'PRODUCT'],
    name: 'STD_NAME',
  },
  receiver: { menuId: 'MU-CI-MF', columns: ['receiverType', 'receiverName'], name: 'receiverName' },
  products: {
    menuId: 'MU-CI-PD',
    columns: ['PRD_NAME', 'BRAND_NAME', 'SND_ORGAN'],
    name: 'PRD_NAME',
    bySender: 'SND_ORGAN',
  },
  roles: { columns: ['ROLE_NAME'], name: 'ROLE_NAME', whole: true },
  dataLibrary: { columns: ['libraryName', 'description'], name: 'libraryName' },
} as const satisfies Record<string, Selection>;

export type SelectionName = keyof typeof SELECTIONS;

/** Where the rows of a selection come from. */
export interface SelectionSource {
  /** of what it lists, with everything its answers depend on */
  id: string;
  search: ListDialogDescriptor['search'];
  /** of these keys, the ones that may still be chosen */
  available?: (keys: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
}

/**
 * A selection in the user's words.
 *
 * @param ownSender the sponsor is its own only sender: columns that tell senders apart are left out
 */
export function selectionDialog(
  selection: SelectionName,
  t: TFunction<'dialogs'>,
  { id, search }: SelectionSource,
  ownSender = false,
): ListDialogDescriptor {
  const { columns, name, bySender, whole = false }: Selection = SELECTIONS[selection];
  return {
    id: `${selection}/${id}`,
    title: t(`titles.${selection}`),
    columns: columns
      .filter((key) => !(ownSender && key === bySender))
      .map((key): ListDialogColumn => ({ key, label: t(`columns.${key}`) })),
    name,
    searchable: !whole,
    paged: !whole,
    search,
  };
}

/** Codes of an item in a single column; title and label are the caller's. */
export const codesDialog = (
  { title, label }: { title: string; label: string },
  { id, search }: SelectionSource,
): ListDialogDescriptor => ({
  id: `codes/${id}`,
  title,
  columns: [{ key: 'codeLabel', label }],
  name: 'codeLabel',
  search,
});

/** Records of a kind, with the columns that its schema files give to dialogs. */
export const recordDialog = (
  { kind, nameItem }: Pick<RecordKind, 'kind' | 'nameItem'>,
  columns: readonly ListDialogColumn[],
  { title, ticks = [] }: { title: string; ticks?: readonly { key: string; label: string }[] },
  { id, search }: SelectionSource,
): ListDialogDescriptor => ({
  id: `record/${kind}/${id}`,
  title,
  fields: ticks.map((tick) => ({ ...tick, kind: 'tick' as const })),
  columns: [...columns],
  name: nameItem,
  searchable: true,
  paged: true,
  search,
});
