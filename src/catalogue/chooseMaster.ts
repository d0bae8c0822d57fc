/** Lets a row of a master be chosen for a case: the selection dialog of the master. */
import i18next from 'i18next';
import type { Master } from '../../schemas/compile/selections.ts';
import {
  openListDialog,
  productSource,
  selectionDialog,
  senderSource,
  studySource,
  type SelectionSource,
} from '../dialogs/index.ts';
import type { Language } from '../i18n/index.ts';

const SOURCES = {
  study: studySource,
  sender: senderSource,
  product: productSource,
} as const satisfies Record<Master, (sponsorKey: number, caseKey: number) => SelectionSource>;

interface Chooser {
  sponsorKey: number;
  caseKey: number;
  language: Language;
  /** the sponsor is its own only sender */
  ownSender: boolean;
}

/** What the chosen row says, by column. Null: the dialog was closed. */
export async function chooseMaster(
  master: Master,
  { sponsorKey, caseKey, language, ownSender }: Chooser,
): Promise<Readonly<Record<string, string>> | null> {
  await i18next.loadNamespaces('dialogs');
  const t = i18next.getFixedT(language, 'dialogs');
  const source = SOURCES[master](sponsorKey, caseKey);
  const answer = await openListDialog(selectionDialog(master, t, source, ownSender));
  return answer.how === 'picked' ? answer.row.cells : null;
}
