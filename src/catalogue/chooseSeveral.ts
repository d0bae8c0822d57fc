/** Lets several records be chosen for an item: the multiple selection dialogs of specification 2 section 2. */
import i18next from 'i18next';
import type { Choosable } from '../../schemas/compile/sources.types.ts';
import type { ChosenRecord } from '../../shared/records/chosenRecords.ts';
import {
  openSelectDialog,
  productSource,
  roleSource,
  selectionDialog,
  SELECTIONS,
  senderSource,
  studySource,
  type BesideKeys,
  type SelectionSource,
} from '../dialogs/index.ts';
import type { Language } from '../i18n/index.ts';

const DIALOGS = {
  role: { selection: 'roles', source: roleSource },
  sender: { selection: 'senders', source: senderSource },
  product: { selection: 'products', source: productSource },
  study: { selection: 'studies', source: studySource },
} as const satisfies Record<
  Choosable,
  { selection: keyof typeof SELECTIONS; source: (sponsorKey: number, beside: BesideKeys) => SelectionSource }
>;

interface Chooser {
  sponsorKey: number;
  language: Language;
  /** the sponsor is its own only sender */
  ownSender: boolean;
  /** chosen on the same page: what is offered has to belong to it */
  beside: BesideKeys;
}

/** Those chosen now; what cannot be chosen any more is left out of those chosen before. Null: the dialog was closed. */
export async function chooseSeveral(
  of: Choosable,
  chosen: readonly ChosenRecord[],
  { sponsorKey, language, ownSender, beside }: Chooser,
): Promise<ChosenRecord[] | null> {
  await i18next.loadNamespaces('dialogs');
  const { selection, source: sourceOf } = DIALOGS[of];
  const source = sourceOf(sponsorKey, beside);
  const column = SELECTIONS[selection].name;
  const selected = chosen.map(({ key, name }) => ({ key: String(key), cells: { [column]: name } }));
  const descriptor = selectionDialog(selection, i18next.getFixedT(language, 'dialogs'), source, ownSender);
  const answer = await openSelectDialog(descriptor, { selected, available: source.available });
  return answer?.map(({ key, cells }) => ({ key: Number(key), name: cells[column] ?? key })) ?? null;
}
