/** Above a matrix: which two lists meet, and the way back to the list. */
import { Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

export interface MatrixHeadProps {
  page: CataloguePage;
  matrix: string;
  catalogue: Catalogue;
}

export function MatrixHead({ page, matrix, catalogue }: MatrixHeadProps) {
  const { t } = useTranslation('matrix');
  const { language } = useRouteContext();
  const labelOf = (group: string | null | undefined) => {
    const label = catalogue.groups[group ?? '']?.label;
    return label ? wordsIn(label, language) : '';
  };
  return (
    <Group mb="sm" gap="sm">
      <Title order={2}>
        {t('heading', { own: labelOf(page.group), other: labelOf(catalogue.groups[matrix]?.rowsOf) })}
      </Title>
      <ViewSwitch page={page.page} view="matrix" />
    </Group>
  );
}
