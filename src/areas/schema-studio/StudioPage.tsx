/** Schema Studio: the schema files, their findings, and what becomes of them, side by side. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '@mantine/core';
import { EmptyState, LoadingArea } from '../../components/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import { Studio } from './Studio.tsx';
import { schemaFilesQuery } from './studio.queries.ts';

export function StudioPage() {
  const { t } = useTranslation('studio');
  const { sponsorKey } = useSession();
  const files = useQuery(schemaFilesQuery(sponsorKey));
  if (files.data) return <Studio read={files.data} />;
  if (files.isPending) return <LoadingArea label={t('loading')} />;
  return (
    <EmptyState
      title={t('failed')}
      action={<Button onClick={() => void files.refetch()}>{t('again')}</Button>}
    />
  );
}
