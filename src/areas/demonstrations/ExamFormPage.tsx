/** The same page as a plain form: on submitting, what a save would carry and what speaks against it. */
import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import type { Finding } from '../../../shared/rules/finding.types.ts';
import { findingsOf } from '../../../shared/rules/itemFindings.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { StatusBadge } from '../../components/index.ts';
import { PageForm, stopForRefusedEntry } from '../../engine/index.ts';
import type { Language } from '../../i18n/index.ts';
import { DemoFrame } from './DemoFrame.tsx';
import { EXAM, examples, exampleLists } from './examples.ts';
import { useExample } from './useExample.ts';
import styles from './demonstrations.module.css';

interface Submitted {
  changes: ChangeSet;
  findings: Finding[];
}

export function ExamFormPage() {
  const { t } = useTranslation('studio');
  const example = useExample(EXAM);
  const { session, language } = example;
  const [submitted, setSubmitted] = useState<Submitted | null>(null);
  const submit = () => {
    if (stopForRefusedEntry(session)) return;
    const changes = session.changes();
    setSubmitted({ changes, findings: validate(changes) });
  };
  return (
    <DemoFrame title={t('demo.form')} about={t('demo.formAbout')}>
      <VisuallyHidden component="h2">{t('tabs.form')}</VisuallyHidden>
      <PageForm {...example} findings={submitted?.findings} />
      <div className={styles.submit}>
        <Button onClick={submit}>{t('demo.submit')}</Button>
      </div>
      {submitted && (
        <section className={styles.data} aria-label={t('demo.result')}>
          <h2>{t('demo.result')}</h2>
          <p role="status">{t('findings.errors', { count: submitted.findings.length })}</p>
          <ul>
            {submitted.findings.map((finding) => (
              <li key={`${finding.ruleId} ${addressKey(finding)}`}>
                <StatusBadge tone={finding.severity}>
                  {t(`findings.severity.${finding.severity}`)}
                </StatusBadge>{' '}
                {labelOf(finding.itemId, language)}: {wordsIn(finding.message, language)}
              </li>
            ))}
          </ul>
          <pre tabIndex={0}>{JSON.stringify(submitted.changes, null, 2)}</pre>
        </section>
      )}
    </DemoFrame>
  );
}

function labelOf(itemId: string, language: Language): string {
  const label = (examples.items[itemId] ?? examples.groups[itemId])?.label;
  return label ? wordsIn(label, language) : itemId;
}

const validate = ({ items, rows }: ChangeSet): Finding[] =>
  findingsOf(
    examples,
    { values: items, rows },
    { receiver: 'ICH', codeLists: exampleLists, now: new Date() },
  );
