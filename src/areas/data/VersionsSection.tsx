/** Which versions of the cases are asked: the newest ones, or those that were the newest at a data lock point. */
import { Group, Select, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setQuery } from './draft.ts';
import type { Question } from './useQuestion.ts';
import { ValueField } from './ValueField.tsx';
import classes from './data.module.css';

const VERSIONS = ['newest', 'asAt'] as const;

export function VersionsSection({ question: { query, faults } }: { question: Question }) {
  const { t } = useTranslation('data');
  const { asAt = null } = query;
  const hasFault = faults.get('')?.fault === 'noDay';
  return (
    <section className={classes.section} aria-label={t('versions.title')}>
      <Group gap="sm">
        <h2>{t('versions.title')}</h2>
        <Select
          size="sm"
          w={300}
          maw="100%"
          aria-label={t('versions.title')}
          allowDeselect={false}
          data={VERSIONS.map((value) => ({ value, label: t(`versions.${value}`) }))}
          value={asAt === null ? 'newest' : 'asAt'}
          onChange={(value) => setQuery({ asAt: value === 'asAt' ? (asAt ?? '') : null })}
        />
        {asAt !== null && (
          <ValueField
            label={t('versions.day')}
            isDate
            value={asAt}
            onChange={(day) => setQuery({ asAt: day })}
          />
        )}
      </Group>
      {hasFault && (
        <Text size="sm" className={classes.problem} role="alert">
          {t('faults.noDay')}
        </Text>
      )}
      {asAt !== null && <p className={classes.note}>{t('versions.note')}</p>}
    </section>
  );
}
