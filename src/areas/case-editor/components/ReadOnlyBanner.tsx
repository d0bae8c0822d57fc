/** Says why a page cannot be edited. */
import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PageContent } from '../case.queries.ts';

export function ReadOnlyBanner({ why }: { why: PageContent['readOnly'] }) {
  const { t } = useTranslation('editor');
  if (!why) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      py={6}
      mb="sm"
      icon={<IconLock size={15} aria-hidden />}
      role="status"
    >
      {t(`readOnly.${why}`)}
    </Alert>
  );
}
