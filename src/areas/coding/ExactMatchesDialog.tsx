/** Terms the dictionary has exactly so. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodingMenu } from '../../../shared/contract/index.ts';
import { matchesQuery } from './coding.queries.ts';
import { OfferedCodesDialog } from './OfferedCodesDialog.tsx';

export interface ExactMatchesDialogProps {
  menuId: CodingMenu;
  /** what narrows the list */
  query: Readonly<Record<string, unknown>>;
  /** null: of all that the list holds */
  rowKeys: readonly string[] | null;
  /** called after a save: reads the list again */
  onDone: () => Promise<void>;
  onClose: () => void;
}

export function ExactMatchesDialog({ menuId, query, rowKeys, onDone, onClose }: ExactMatchesDialogProps) {
  const { t } = useTranslation('coding');
  // The selection in the list may change under the dialog; the request stays.
  const [request] = useState({ menuId, query, rowKeys });
  const offered = useQuery(matchesQuery(request));
  return (
    <OfferedCodesDialog
      title={t('matches.title')}
      looking={t('matches.looking')}
      found={(count, terms) => t('matches.found', { count, terms })}
      {...{ offered, onDone, onClose }}
    />
  );
}
