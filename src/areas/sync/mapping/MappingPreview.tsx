/** What the rule makes of a real subject: the value now, the value with the rule as it is edited, and where it comes from. */
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseAddressKey } from '../../../../shared/case/itemAddress.ts';
import type { MappingRule } from '../../../../shared/sync/mappingRule.ts';
import { LoadingArea } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { previewQuery, type Preview, type StudyScope } from './mapping.queries.ts';
import classes from './mapping.module.css';

const PAUSE_MS = 300;

export function MappingPreview({ scope, rule }: { scope: StudyScope; rule: MappingRule }) {
  const { t } = useTranslation('syncRules');
  const [subjectNo, setSubjectNo] = useState<number | null>(null);
  const [edited] = useDebouncedValue(rule, PAUSE_MS);
  const preview = useQuery(previewQuery(scope, edited, subjectNo));
  const subjects = preview.data?.subjects ?? [];
  const chosen = subjectNo ?? preview.data?.subjectNo ?? null;
  return (
    <section className={`${classes.section} ${classes.preview}`} aria-labelledby="rule-preview">
      <h2 id="rule-preview">{t('preview.title')}</h2>
      {subjects.length > 0 && (
        <Select
          label={t('preview.subject')}
          mb="sm"
          searchable
          allowDeselect={false}
          data={subjects.map((subject) => ({
            value: String(subject.subjectNo),
            label: t('preview.subjectEvents', { label: subject.label, count: subject.events }),
          }))}
          value={chosen === null ? null : String(chosen)}
          onChange={(value) => value && setSubjectNo(Number(value))}
        />
      )}
      <FailureNotice error={preview.error} />
      {preview.isPending && <LoadingArea />}
      {preview.data && <Results preview={preview.data} />}
    </section>
  );
}

function Results({ preview }: { preview: Preview }) {
  const { t } = useTranslation('syncRules');
  const { subjects, before, after, problems, blinded } = preview;
  if (blinded) return <p>{t('preview.blinded')}</p>;
  if (subjects.length === 0) return <p>{t('preview.noSubjects')}</p>;
  const addresses = [...new Set([...after, ...before].map(({ address }) => address))];
  return (
    <div role="status" aria-label={t('preview.title')}>
      {addresses.length === 0 && problems.length === 0 && <p>{t('preview.empty')}</p>}
      {addresses.length > 0 && (
        <table className={classes.values}>
          <thead>
            <tr>
              <th scope="col">{t('preview.row')}</th>
              <th scope="col">{t('preview.source')}</th>
              <th scope="col">{t('preview.before')}</th>
              <th scope="col">{t('preview.after')}</th>
            </tr>
          </thead>
          <tbody>
            {addresses.map((address) => (
              <Result
                key={address}
                address={address}
                before={before.find((one) => one.address === address)}
                after={after.find((one) => one.address === address)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Problems problems={problems} />
    </div>
  );
}

type Value = Preview['after'][number];

interface ResultProps {
  address: string;
  before: Value | undefined;
  after: Value | undefined;
}

function Result({ address, before, after }: ResultProps) {
  return (
    <tr>
      <td className={classes.number}>{rowText(address)}</td>
      <td>
        {(after ?? before)?.parts.map(({ source, sourceText, targetSeqNo }) => (
          <div key={`${targetSeqNo}|${source}`}>
            {sourceText ?? '–'}
            <div className={classes.dim}>{source}</div>
          </div>
        ))}
      </td>
      <td>{valueText(before)}</td>
      <td>
        <strong>{valueText(after)}</strong>
      </td>
    </tr>
  );
}

const valueText = (value: Value | undefined): string =>
  value?.value ?? (value?.nullFlavor ? `[${value.nullFlavor}]` : '–');

/** The numbers of the rows; empty where the item does not repeat. */
function rowText(address: string): string {
  const { rowNo, rowNo2, rowNo3 } = parseAddressKey(address);
  return [rowNo, rowNo2, rowNo3].filter((number) => number > 0).join('.');
}

function Problems({ problems }: { problems: Preview['problems'] }) {
  const { t } = useTranslation('syncRules');
  if (problems.length === 0) return null;
  return (
    <>
      <h3>{t('preview.problems', { count: problems.length })}</h3>
      <ul className={classes.faults}>
        {problems.map(({ kind, address, sourceText, source }) => (
          <li key={`${kind}|${address}|${source}`}>
            {t(`problems.${kind}`, { value: sourceText ?? '' })}
            <div className={classes.dim}>{[rowText(address), source].filter(Boolean).join(' · ')}</div>
          </li>
        ))}
      </ul>
    </>
  );
}
