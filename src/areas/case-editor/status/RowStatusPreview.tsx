/** What deleting or restoring rows will do: which rows, what goes with them, who speaks of them, what is wrong then. */
import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { checkRowStatus, DataOf } from '../../../../shared/contract/index.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import classes from './status.module.css';

type Checked = DataOf<typeof checkRowStatus>;

/** of errors; the others are only counted */
const ERRORS_SHOWN = 3;

export interface RowStatusPreviewProps {
  checked: Checked;
  page: string;
  /** Y deletes, N restores */
  status: 'Y' | 'N';
  catalogue: Catalogue;
}

export function RowStatusPreview({ checked, page, status, catalogue }: RowStatusPreviewProps) {
  const { t } = useTranslation('status');
  const { language } = useRouteContext();
  const { rows, newErrors } = checked;
  const nameOf = (group: string | null | undefined, { place, label }: { place: number; label: string }) => {
    const found = group ? catalogue.groups[group] : undefined;
    const row = found ? wordsIn(found.rowLabel, language) : '';
    return t(label ? 'rows.named' : 'rows.unnamed', { row, place, label });
  };
  const itemName = (itemId: string) => {
    const label = catalogue.items[itemId]?.label ?? catalogue.groups[itemId]?.label;
    return label ? wordsIn(label, language) : itemId;
  };
  const changing = rows.filter(({ changes }) => changes);
  const referenced = changing.filter(({ referencedBy }) => referencedBy.length > 0);
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600} role="status">
          {t(`rows.will.${status}`, { count: changing.length })}
          {referenced.length > 0 && `, ${t('rows.referencedCount', { count: referenced.length })}`}
        </Text>
        {status === 'Y' && changing.length > 0 && <Text size="sm">{t('rows.keeps')}</Text>}
      </div>
      <List size="sm" className={classes.rows}>
        {rows.map(({ changes, entries, referencedBy, ...row }) => (
          <List.Item key={row.rowNo}>
            {nameOf(catalogue.pages[page]?.group, row)}
            {', '}
            {changes ? t('rows.entries', { count: entries }) : t(`rows.already.${status}`)}
            {changes && referencedBy.length > 0 && (
              <>
                {'; '}
                <em>
                  {t('rows.referenced', {
                    others: referencedBy.map((other) => nameOf(other.group, other)).join(', '),
                  })}
                </em>
              </>
            )}
          </List.Item>
        ))}
      </List>
      {newErrors.length > 0 && (
        <Notice tone="warning" title={t('rows.newErrors', { count: newErrors.length })}>
          <List size="sm">
            {newErrors
              .slice(0, ERRORS_SHOWN)
              .map(({ ruleId, itemId, rowNo, rowNo2, rowNo3, row, message }) => (
                <List.Item key={[ruleId, itemId, rowNo, rowNo2, rowNo3].join('|')}>
                  {[row, itemName(itemId)].filter(Boolean).join(' › ')}: {message[language]}
                </List.Item>
              ))}
            {newErrors.length > ERRORS_SHOWN && (
              <List.Item>{t('rows.more', { count: newErrors.length - ERRORS_SHOWN })}</List.Item>
            )}
          </List>
        </Notice>
      )}
    </Stack>
  );
}
