/** Narrows a page to the cases of a saved search, and shows by which one it is narrowed. */
import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../app-context/routeContext.ts';
import { FilterChips } from '../components/index.ts';
import { openListDialog, selectionDialog } from '../dialogs/index.ts';
import { useMay } from '../session/sessionStore.ts';
import { librarySource } from './librarySource.ts';
import { useOfLibrary } from './useOfLibrary.ts';

/** `hasButton`: the page itself is where a search is selected; otherwise only an address that names one narrows it. */
export function SavedSearch({ hasButton = false }: { hasButton?: boolean }) {
  const { t } = useTranslation('data');
  const { t: dialogWords } = useTranslation('dialogs');
  const { sponsorKey, language } = useRouteContext();
  const mayRead = useMay('READ.DATA', 'EDIT.DATA');
  const { ofLibrary, narrow } = useOfLibrary();
  if (ofLibrary) {
    const drop = () => narrow(null);
    return (
      <FilterChips
        columns={[{ columnId: 'library', columnLabel: t('savedSearch.label'), filterText: ofLibrary.name }]}
        onDrop={drop}
        onDropAll={drop}
      />
    );
  }
  if (!hasButton || !mayRead) return null;
  const choose = async () => {
    const source = librarySource(`${sponsorKey}/${language}`);
    const answer = await openListDialog(selectionDialog('dataLibrary', dialogWords, source));
    if (answer.how === 'picked') narrow(Number(answer.row.key));
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      mb="xs"
      leftSection={<IconFilter size={15} aria-hidden />}
      onClick={() => void choose()}
    >
      {t('savedSearch.choose')}
    </Button>
  );
}
