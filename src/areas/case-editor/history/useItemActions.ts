/** What the editor adds to the menu of an item: who wrote it, and a number for the report that has none. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressAt, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { isEmpty } from '../../../../shared/case/itemValue.ts';
import { generateCaseNumber } from '../../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../../api/index.ts';
import { showSuccess } from '../../../components/index.ts';
import type { EngineServices, PageSession } from '../../../engine/index.ts';
import { showFailure } from '../../../feedback/showFailure.ts';
import { useEditorDialogs } from '../dialogs/useEditorDialogs.tsx';

/** The items that a made-up number is for: the sender's own, and the worldwide one of who is the first to send. */
const NUMBERED = ['caseNumber', 'worldwideId'];

export function useItemActions(
  caseKey: number,
  page: string,
  roles: Readonly<Record<string, string>>,
): NonNullable<EngineServices['itemActions']> {
  const { t } = useTranslation('history');
  const { show } = useEditorDialogs();
  const [keys] = useState(attemptKeys);
  return useMemo(() => {
    const generate = async (session: PageSession): Promise<void> => {
      try {
        const body = { creationKey: keys.keyOf(caseKey) };
        const { number } = await call(generateCaseNumber, { params: { caseKey }, body });
        keys.done();
        session.transaction(() => {
          for (const role of NUMBERED) {
            const address = addressAt(roles[role] ?? '', []);
            if (isEmpty(session.get(address))) session.setValue(address, number);
          }
        });
        showSuccess(t('generate.done', { number }));
      } catch (error) {
        showFailure(error, 'SUBMIT_FAIL');
      }
    };
    const author = (address: ItemAddress) => ({
      key: 'author',
      label: t('author.menu'),
      run: () => show('author', { page, address }),
    });
    return (address, session, readOnly) => {
      const isNumber = address.itemId === roles[NUMBERED[0] ?? ''];
      return [
        author(address),
        ...(isNumber && !readOnly && isEmpty(session.get(address))
          ? [
              {
                key: 'generate',
                label: t('generate.menu'),
                fills: true,
                run: () => void session.whilePending(() => generate(session)),
              },
            ]
          : []),
      ];
    };
  }, [caseKey, keys, page, roles, show, t]);
}
