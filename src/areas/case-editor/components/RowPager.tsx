/** Above a row: back to the list, the neighbours, a new row, delete or restore. */
import { ActionIcon, Button, Group, Title } from '@mantine/core';
import {
  IconArrowLeft,
  IconChevronLeft,
  IconChevronRight,
  IconPlus,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { ReasonDialog, showInfo } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import type { PageContent } from '../case.queries.ts';
import { useCasePlace } from '../casePlace.ts';
import { useRowStatus } from '../useRowStatus.ts';

export interface RowPagerProps {
  caseKey: number;
  page: CataloguePage;
  catalogue: Catalogue;
  content: PageContent;
  dirty: boolean;
}

export function RowPager({ caseKey, page, catalogue, content, dirty }: RowPagerProps) {
  const { t } = useTranslation('editor');
  const { language } = usePlace();
  const { toPage } = useCasePlace();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const change = useRowStatus(caseKey, page.page);
  const group = page.group ? catalogue.groups[page.group] : undefined;
  const rowLabel = group ? wordsIn(group.rowLabel, language) : '';
  const isNew = content.rowNo === 0;
  const deleted = content.readOnly === 'rowDeleted';
  const mayChange = content.readOnly === null || deleted;
  const neighbour = (rowNo: number | null, label: string, Sign: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      disabled={rowNo === null}
      onClick={() => void navigate(toPage(page.page, rowNo))}
    >
      <Sign size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group gap="xs" mb="sm">
      <Button
        component={Link}
        to={toPage(page.page)}
        variant="subtle"
        leftSection={<IconArrowLeft size={15} aria-hidden />}
      >
        {t('rows.toList')}
      </Button>
      {neighbour(content.previousRowNo, t('rows.previous'), IconChevronLeft)}
      {neighbour(content.nextRowNo, t('rows.next'), IconChevronRight)}
      <Title order={2}>{isNew ? t('rows.newOne', { row: rowLabel }) : rowLabel}</Title>
      <Group gap="xs" ml="auto">
        {!isNew && mayChange && (
          <Button
            variant="default"
            leftSection={
              deleted ? <IconRestore size={15} aria-hidden /> : <IconTrash size={15} aria-hidden />
            }
            onClick={() => (dirty ? showInfo(t('saveFirst')) : setAsking(true))}
          >
            {t(deleted ? 'rows.restore' : 'rows.delete')}
          </Button>
        )}
        {!isNew && mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => void navigate(toPage(page.page, 0))}
          >
            {t('rows.add', { row: rowLabel })}
          </Button>
        )}
      </Group>
      {asking && (
        <ReasonDialog
          opened
          title={t(deleted ? 'rows.restore' : 'rows.delete')}
          onConfirm={(reason) => {
            setAsking(false);
            change.mutate({
              rowNos: [content.rowNo],
              status: deleted ? 'N' : 'Y',
              reason,
              retrievedAt: content.retrievedAt,
            });
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Group>
  );
}
