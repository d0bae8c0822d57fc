/** The selection dialog of receivers (specification 2-dialogs section 2), over those that a page does not list. */
import i18next from 'i18next';
import { fold } from '../../../../shared/text/fold.ts';
import { openListDialog, selectionDialog } from '../../../dialogs/index.ts';
import type { CaseReceiver } from './receivers.queries.ts';

/** The name of the receiver. Null: the dialog was closed. */
export async function chooseReceiver(receivers: readonly CaseReceiver[]): Promise<string | null> {
  await i18next.loadNamespaces('dialogs');
  const typeOf = ({ type }: CaseReceiver): string => i18next.t(`editor:receivers.types.${type}`);
  const answer = await openListDialog(
    selectionDialog('receiver', i18next.getFixedT(i18next.language, 'dialogs'), {
      id: JSON.stringify(receivers.map(({ receiver }) => receiver)),
      search: ({ keyword, pageNo, rowCount }) => {
        const found = receivers.filter(({ receiver }) => fold(receiver).includes(fold(keyword)));
        return Promise.resolve({
          rows: found.slice((pageNo - 1) * rowCount, pageNo * rowCount).map((row) => ({
            key: row.receiver,
            cells: { receiverType: typeOf(row), receiverName: row.receiver },
          })),
          totalCount: found.length,
          totalPage: Math.ceil(found.length / rowCount),
        });
      },
    }),
  );
  return answer.how === 'picked' ? answer.row.key : null;
}
