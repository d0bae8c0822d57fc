/** How the file is written, and the button that has it made. */
import { Group, Select, TextInput } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CODES_AS,
  EXPORT_FORMATS,
  LAYOUTS,
  REPEATS,
  startExport,
  type DataExportFormat,
} from '../../../shared/contract/index.ts';
import { attemptKeys, call } from '../../api/index.ts';
import { GuardedButton } from '../../components/index.ts';
import { FailureNotice } from '../../feedback/FailureNotice.tsx';
import { DATA, datasetsQuery } from './data.queries.ts';
import { setQuery } from './draft.ts';
import { useDataScope } from './useDataScope.ts';
import type { Question } from './useQuestion.ts';
import classes from './data.module.css';

export function ExportForm({ question: { query, faults, entry } }: { question: Question }) {
  const { t } = useTranslation('data');
  const scope = useDataScope();
  const queries = useQueryClient();
  const datasets = useQuery(datasetsQuery(scope));
  const [typed, setTyped] = useState<string | null>(null);
  const [format, setFormat] = useState<DataExportFormat>('XLSX');
  const name = typed ?? entry?.name ?? t('file.defaultName');
  const [keys] = useState(attemptKeys);
  const start = useMutation({
    mutationFn: () => {
      const file = { name: name.trim(), format, query };
      return call(startExport, { body: { exportKey: keys.keyOf(file), ...file } });
    },
    meta: { ownFailure: true },
    onSuccess: () => {
      keys.done();
      return queries.invalidateQueries({ queryKey: [...DATA, scope, 'exports'] });
    },
  });
  const isRecord = query.layout === 'record';
  const isTable = format !== 'XML';
  const isTabulation = query.layout === 'tabulation';
  const why =
    query.items.length === 0 && !isTabulation
      ? t('why.noItem')
      : query.condition.conditions.length === 0
        ? t('why.noCondition')
        : faults.size > 0
          ? t('why.faults')
          : name.trim() === ''
            ? t('why.noName')
            : isRecord && !query.block
              ? t('why.noBlock')
              : null;
  const choose = <T extends string>(of: readonly T[], value: string | null, otherwise: T): T =>
    of.find((one) => one === value) ?? otherwise;
  return (
    <section className={classes.section} aria-label={t('file.title')}>
      <h2>{t('file.title')}</h2>
      <Group gap="sm" align="end">
        <TextInput
          label={t('file.name')}
          w={280}
          maw="100%"
          maxLength={200}
          value={name}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          label={t('file.format')}
          w={190}
          allowDeselect={false}
          data={EXPORT_FORMATS.map((value) => ({ value, label: t(`formats.${value}`) }))}
          value={format}
          onChange={(value) => setFormat(choose(EXPORT_FORMATS, value, 'XLSX'))}
        />
        {isTable && (
          <Select
            label={t('file.layout')}
            w={190}
            allowDeselect={false}
            data={LAYOUTS.map((value) => ({ value, label: t(`layouts.${value}`) }))}
            value={query.layout}
            onChange={(value) => setQuery({ layout: choose(LAYOUTS, value, 'case'), block: '' })}
          />
        )}
        {isTable && isRecord && (
          <Select
            label={t('file.block')}
            w={240}
            searchable
            data={(datasets.data ?? []).map(({ block, label }) => ({
              value: block,
              label: `${label} (${block})`,
            }))}
            value={query.block || null}
            onChange={(value) => setQuery({ block: value ?? '' })}
          />
        )}
        {isTable && !isRecord && !isTabulation && (
          <Select
            label={t('file.repeats')}
            w={220}
            allowDeselect={false}
            data={REPEATS.map((value) => ({ value, label: t(`repeats.${value}`) }))}
            value={query.repeats}
            onChange={(value) => setQuery({ repeats: choose(REPEATS, value, 'joined') })}
          />
        )}
        {isTable && !isTabulation && (
          <Select
            label={t('file.codes')}
            w={130}
            allowDeselect={false}
            data={CODES_AS.map((value) => ({ value, label: t(`codesAs.${value}`) }))}
            value={query.codes}
            onChange={(value) => setQuery({ codes: choose(CODES_AS, value, 'label') })}
          />
        )}
        <GuardedButton
          why={why}
          loading={start.isPending}
          leftSection={<IconFileExport size={15} aria-hidden />}
          onClick={() => start.mutate()}
        >
          {t('file.start')}
        </GuardedButton>
      </Group>
      {format === 'XML' && <p className={classes.note}>{t('file.noSubmission')}</p>}
      <FailureNotice error={start.error} />
    </section>
  );
}
