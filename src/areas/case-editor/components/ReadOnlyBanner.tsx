/** Says why a page cannot be edited. */
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PageContent } from '../case.queries.ts';
import { Notice } from '../../../frame/Notice.tsx';

export function ReadOnlyBanner({ why }: { why: PageContent['readOnly'] }) {
  const { t } = useTranslation('editor');
  if (!why) return null;
  return (
    <Notice tone="warning" icon={<IconLock size={15} aria-hidden />} role="status">
      {t(`readOnly.${why}`)}
    </Notice>
  );
}
