/** From the list of a page's rows to their matrix with the rows of another page, and back. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCaseRoute } from '../caseRoute.ts';

export interface ViewSwitchProps {
  page: string;
  view: 'list' | 'matrix';
}

export function ViewSwitch({ page, view }: ViewSwitchProps) {
  const { t } = useTranslation('matrix');
  const { toPage, toMatrix } = useCaseRoute();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('view.label')}
      value={view}
      onChange={(next) => void navigate(next === 'matrix' ? toMatrix(page) : toPage(page))}
      data={[
        { value: 'list', label: t('view.list') },
        { value: 'matrix', label: t('view.matrix') },
      ]}
    />
  );
}
