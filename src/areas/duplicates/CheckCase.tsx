/** The possible duplicates of a case that is there. */
import { Button, Group, Text } from '@mantine/core';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { dismissDuplicate } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { LoadingArea, PageHeader } from '../../components/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { SavedSearch } from '../../saved-search/SavedSearch.tsx';
import { useOfLibrary } from '../../saved-search/useOfLibrary.ts';
import { useMay } from '../../session/sessionStore.ts';
import { duplicatesOfCase } from './duplicates.queries.ts';
import { DuplicatesDialog, dismissalsOf } from './DuplicatesDialog.tsx';
import classes from './duplicates.module.css';

export function CheckCase({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation('duplicates');
  const { sponsorKey, language } = useRouteContext();
  const to = usePathTo();
  const { ofLibrary } = useOfLibrary();
  const mayEdit = useMay('EDIT.CASE');
  const [opened, setOpened] = useState(true);
  const {
    data: found,
    isFetching,
    refetch,
  } = useQuery(duplicatesOfCase(sponsorKey, caseKey, language, ofLibrary?.query));
  const tell = useMutation({
    mutationFn: ({
      otherKey,
      reason,
      notDuplicate,
    }: {
      otherKey: number;
      reason: string;
      notDuplicate: 'Y' | 'N';
    }) => call(dismissDuplicate, { params: { caseKey, otherKey }, body: { notDuplicate, reason } }),
    onSettled: () => refetch(),
    meta: { ownFailure: true },
  });
  const hide = () => setOpened(false);
  const count = found?.listInfo.filter(({ toldApart: dismissal }) => dismissal === null).length ?? 0;
  return (
    <div className={classes.page}>
      <PageHeader title={t('titleOf', { caseNo: found?.caseNo ?? '' })} />
      <SavedSearch hasButton />
      {isFetching && !found && <LoadingArea label={t('checking')} />}
      {found && <Text role="status">{t('count', { count })}</Text>}
      <Group mt="md">
        <Button
          component={Link}
          variant="default"
          to={to(`case/${caseKey}/detail`)}
          leftSection={<IconArrowLeft size={15} aria-hidden />}
        >
          {t('backToCase')}
        </Button>
        <Button
          leftSection={<IconSearch size={15} aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch().then(() => setOpened(true))}
        >
          {t('checkAgain')}
        </Button>
      </Group>
      {opened && found && (
        <DuplicatesDialog
          found={found}
          dismissed={dismissalsOf(found)}
          busy={false}
          confirmLabel={t('ok.plain')}
          onClose={hide}
          onCancel={hide}
          onConfirm={hide}
          {...(mayEdit && {
            onDismiss: (otherKey, reason) => tell.mutateAsync({ otherKey, reason, notDuplicate: 'Y' }),
            onTakeBack: (otherKey, reason) => tell.mutateAsync({ otherKey, reason, notDuplicate: 'N' }),
          })}
        />
      )}
    </div>
  );
}
