/** What was typed beside what the found case says, before a follow-up is made of it: nothing is replaced unseen. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { compareTyped, DataOf } from '../../../shared/contract/index.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { valueText, type CodeLabels } from '../../catalogue/display.ts';
import { useLabels } from '../../catalogue/useLabels.ts';
import { DataTable, Dialog, StatusBadge, type Column, type Tone } from '../../components/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import classes from './duplicates.module.css';

type ComparedTyped = DataOf<typeof compareTyped>;
type Entry = ComparedTyped['listInfo'][number];

const TONES: Record<Entry['effect'], Tone> = {
  adds: 'success',
  replaces: 'warning',
  same: 'neutral',
  keeps: 'neutral',
};
/** wide enough for both sides beside each other */
const WIDTH_PX = 900;

export interface FollowUpDialogProps {
  compared: ComparedTyped;
  catalogue: Catalogue;
  busy: boolean;
  onMake: (take: ItemAddress[]) => void;
  onCancel: () => void;
}

export function FollowUpDialog({ compared, catalogue, busy, onMake, onCancel }: FollowUpDialogProps) {
  const { t } = useTranslation('duplicates');
  const { language } = useRouteContext();
  const { caseNo, versionNo, listInfo } = compared;
  const open = listInfo.filter(({ effect }) => effect === 'adds' || effect === 'replaces');
  const rest = listInfo.length - open.length;
  const words = useLabels(
    catalogue,
    useMemo(() => codesOf(catalogue, listInfo), [catalogue, listInfo]),
    language,
  );
  // The values of the case stay unless the user selects others.
  const [taken, setTaken] = useState<ReadonlySet<string>>(
    () => new Set(open.filter(({ effect }) => effect === 'adds').map(addressKey)),
  );
  const side = (key: 'before' | 'typed', label: string): Column<Entry> => ({
    key,
    label,
    render: (entry) => (
      <>
        <span className={classes.side} aria-hidden>
          {label}
        </span>
        {sideText(catalogue, entry, key, words) || '—'}
      </>
    ),
  });
  return (
    <Dialog
      busy={busy}
      onClose={onCancel}
      size={open.length > 0 ? WIDTH_PX : 'md'}
      title={t('followUp.title', { caseNo })}
    >
      <Stack gap="sm">
        {/* who has opened it with Enter, and presses it once more, makes nothing yet */}
        <Text size="sm" tabIndex={-1} data-autofocus>
          {t(open.length > 0 ? 'followUp.text' : 'followUp.nothingNew', { caseNo })}
        </Text>
        {open.length > 0 && (
          <div className={classes.taking}>
            <DataTable
              label={t('followUp.values')}
              fullText
              rows={open}
              rowKey={addressKey}
              nameOf={({ place }) => place}
              selected={taken}
              onSelect={setTaken}
              columns={[
                { key: 'item', label: t('why.field'), render: ({ place }) => place },
                side('before', t('followUp.before', { versionNo })),
                side('typed', t('followUp.typed')),
                {
                  key: 'effect',
                  label: t('followUp.effect'),
                  render: ({ effect, newRow }) => (
                    <StatusBadge tone={TONES[effect]}>
                      {t(`effects.${newRow ? 'addsRow' : effect}`)}
                    </StatusBadge>
                  ),
                },
              ]}
            />
          </div>
        )}
        {rest > 0 && (
          <Text size="sm" c="dimmed">
            {t('followUp.rest', { count: rest })}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button
            loading={busy}
            onClick={() => onMake(open.filter((one) => taken.has(addressKey(one))).map(addressOf))}
          >
            {t('followUp.make')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const addressOf = ({ itemId, rowNo, rowNo2, rowNo3 }: ItemAddress): ItemAddress => ({
  itemId,
  rowNo,
  rowNo2,
  rowNo3,
});

const codesOf = ({ items }: Catalogue, entries: readonly Entry[]) =>
  entries.flatMap(({ itemId, before, typed }) =>
    [before, typed].flatMap(({ value, unit }) => [
      { itemId, value },
      { itemId: items[itemId]?.unitItem ?? '', value: unit },
    ]),
  );

function sideText({ items }: Catalogue, entry: Entry, side: 'before' | 'typed', words: CodeLabels): string {
  const { unit, ...value } = entry[side];
  const item = items[entry.itemId];
  const unitWord = unit && (words(item?.unitItem ?? '', unit) ?? unit);
  return [valueText(item, value, words), unitWord].filter(Boolean).join(' ');
}
