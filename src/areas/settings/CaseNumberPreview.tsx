/** What a format would make: the next numbers, and what becomes of the sequences that run. */
import { List, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outlookOf, reportNumberOf } from '../../../shared/case-number/caseNumber.ts';
import { factsIn, type CaseNumberFormat } from '../../../shared/case-number/caseNumberFormat.ts';
import classes from './settings.module.css';
import type { Settings } from './settings.queries.ts';

export interface CaseNumberPreviewProps {
  /** one that nothing is wrong with */
  format: CaseNumberFormat;
  preview: Settings['preview'];
}

/** Sequences shown; a sponsor of many countries and years has more. */
const SHOWN = 8;

export function CaseNumberPreview({ format, preview }: CaseNumberPreviewProps) {
  const { t } = useTranslation('settings');
  const [chosen, setChosen] = useState(0);
  const sender = preview.senders[chosen];
  const facts = { country: sender?.country ?? null, sender: sender?.name ?? '', day: preview.day };
  const { sequence, lastNo, next } = outlookOf(format, facts, preview.sequences);
  const asksSender = factsIn(format.pattern + format.reportPattern).some((token) =>
    ['SENDER', 'COUNTRY'].includes(token),
  );
  const named = (name: string) => name || t('oneSequence');
  return (
    <Stack gap="xs" className={classes.preview}>
      <Title order={3}>{t('preview')}</Title>
      {asksSender && preview.senders.length > 1 && (
        <NativeSelect
          label={t('forSender')}
          value={chosen}
          data={preview.senders.map(({ name }, at) => ({ value: String(at), label: name }))}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      )}
      <div aria-live="polite">
        <Text>{t('next')}</Text>
        <List className={classes.numbers}>
          {next.map((number) => (
            <List.Item key={number}>{number}</List.Item>
          ))}
        </List>
        <Text>
          {t('report')}:{' '}
          <span className={classes.numbers}>{reportNumberOf(format, facts, next[0] ?? '')}</span>
        </Text>
        <Text>
          {lastNo === null
            ? t('begins', { sequence: named(sequence) })
            : t('goesOn', { sequence: named(sequence), lastNo })}{' '}
          {t('taken')}
        </Text>
      </div>
      <Table aria-label={t('running')} className={classes.sequences}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('sequence')}</Table.Th>
            <Table.Th>{t('lastNo')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.sequences.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={2}>{t('noneRunning')}</Table.Td>
            </Table.Tr>
          )}
          {preview.sequences.slice(0, SHOWN).map(({ name, lastNo: last }) => (
            <Table.Tr key={name}>
              <Table.Td>
                {named(name)}
                {name === sequence && ` (${t('thisOne')})`}
              </Table.Td>
              <Table.Td>{last}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
