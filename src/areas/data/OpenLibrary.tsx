/** Opens a question of the library in the builder, by the dialog that selects one. */
import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useQueryClient } from '@tanstack/react-query';
import { openListDialog, selectionDialog } from '../../dialogs/index.ts';
import { showFailure } from '../../feedback/showFailure.ts';
import { entryQuery } from './data.queries.ts';
import { librarySource } from '../../saved-search/librarySource.ts';
import { useDataScope } from './useDataScope.ts';
import { useReplaceQuestion } from './useReplaceQuestion.tsx';

export function OpenLibrary() {
  const { t } = useTranslation('data');
  const { t: dialogWords } = useTranslation('dialogs');
  const scope = useDataScope();
  const queries = useQueryClient();
  const replaceQuestion = useReplaceQuestion();
  const open = async () => {
    const answer = await openListDialog(selectionDialog('dataLibrary', dialogWords, librarySource(scope)));
    if (answer.how !== 'picked') return;
    const { query, ...entry } = await queries.fetchQuery({
      ...entryQuery(scope, Number(answer.row.key)),
      staleTime: 0,
    });
    await replaceQuestion({ query, entry });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconFolderOpen size={15} aria-hidden />}
      onClick={() => void open().catch((error: unknown) => showFailure(error))}
    >
      {t('open')}
    </Button>
  );
}
