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
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { rowLabel } from '../../../../shared/case/rowLabel.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { showInfo, useDialog } from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { focusedAddress } from '../../../engine/index.ts';
import { ariaKeys, keyText, useKeys, type KeyId } from '../../../keys/index.ts';
import type { PageContent } from '../page.queries.ts';
import { itemPath, useCaseRoute, enterPage } from '../caseRoute.ts';
import { RowStatusDialog, type RowStatusChange } from '../status/RowStatusDialog.tsx';
import { useRowStatus } from '../useRowStatus.ts';

export interface RowPagerProps {
  caseKey: number;
  page: CataloguePage;
  catalogue: Catalogue;
  content: PageContent;
  dirty: boolean;
}

export function RowPager({ caseKey, page, catalogue, content, dirty }: RowPagerProps) {
  const { t } = useTranslation(['editor', 'keys']);
  const { language } = useRouteContext();
  const { to, toPage } = useCaseRoute();
  const navigate = useNavigate();
  const change = useRowStatus(caseKey, page.page);
  const group = page.group ? catalogue.groups[page.group] : undefined;
  const label = group ? wordsIn(group.rowLabel, language) : '';
  const name = group ? rowLabel(catalogue, content)(group.group, content.rowNo) : '';
  const isNew = content.rowNo === 0;
  const deleted = content.readOnly === 'rowDeleted';
  const mayChange = content.readOnly === null || deleted;
  const statusDialog = useDialog<RowStatusChange, string>({
    carryOut: (rows, reason) => change.mutateAsync({ ...rows, reason, retrievedAt: content.retrievedAt }),
  });
  const toRow = (rowNo: number) => {
    // a focused field leads to the same field of the other row
    const at = focusedAddress();
    const path = at && itemPath(catalogue, caseKey, { ...at, rowNo, rowNo2: 0, rowNo3: 0 });
    void (path ? navigate(to(path)) : navigate(toPage(page.page, rowNo), enterPage));
  };
  const turn = (rowNo: number | null, none: 'noNextRow' | 'noPreviousRow') => () =>
    rowNo === null ? showInfo(t(`keys:${none}`)) : toRow(rowNo);
  const deleteOrRestore = () =>
    dirty
      ? showInfo(t('saveFirst'))
      : statusDialog.show({ rowNos: [content.rowNo], status: deleted ? 'N' : 'Y' });
  const add = () => void navigate(toPage(page.page, 0), enterPage);
  const mayDelete = !isNew && mayChange;
  useKeys({
    previousRow: turn(content.previousRowNo, 'noPreviousRow'),
    nextRow: turn(content.nextRowNo, 'noNextRow'),
    addRow: () => (mayDelete ? add() : false),
    deleteRow: () => (mayDelete ? deleteOrRestore() : false),
  });
  const neighbour = (rowNo: number | null, label: string, key: KeyId, Sign: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={`${label} (${keyText(key)})`}
      aria-keyshortcuts={ariaKeys([key])}
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
      {neighbour(content.previousRowNo, t('rows.previous'), 'previousRow', IconChevronLeft)}
      {neighbour(content.nextRowNo, t('rows.next'), 'nextRow', IconChevronRight)}
      <Title order={2}>
        {content.rowPosition === null ? (
          t('rows.newOne', { row: label })
        ) : (
          <>
            {t('rows.place', { row: label, at: content.rowPosition, of: content.rowCount })}
            {name !== '' && `: ${name}`}
          </>
        )}
      </Title>
      <Group gap="xs" ml="auto">
        {mayDelete && (
          <Button
            variant="default"
            leftSection={
              deleted ? <IconRestore size={15} aria-hidden /> : <IconTrash size={15} aria-hidden />
            }
            aria-keyshortcuts={ariaKeys(['deleteRow'])}
            onClick={deleteOrRestore}
          >
            {t(deleted ? 'rows.restore' : 'rows.delete')}
          </Button>
        )}
        {mayDelete && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            aria-keyshortcuts={ariaKeys(['addRow'])}
            onClick={add}
          >
            {t('rows.add', { row: label })}
          </Button>
        )}
      </Group>
      <RowStatusDialog caseKey={caseKey} page={page.page} catalogue={catalogue} dialog={statusDialog} />
    </Group>
  );
}
