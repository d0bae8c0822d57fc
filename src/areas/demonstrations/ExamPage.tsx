/** Every control of the engine on one form, with the data it holds beside it. */
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { PageForm, type PageSession } from '../../engine/index.ts';
import { DemoFrame } from './DemoFrame.tsx';
import { EXAM } from './examples.ts';
import { useExample } from './useExample.ts';
import styles from './demonstrations.module.css';

export function ExamPage() {
  const { t } = useTranslation('studio');
  const example = useExample(EXAM);
  return (
    <DemoFrame title={t('demo.exam')} about={t('demo.examAbout')}>
      <div className={styles.sides}>
        <VisuallyHidden component="h2">{t('tabs.form')}</VisuallyHidden>
        <PageForm {...example} />
        <LiveData session={example.session} />
      </div>
    </DemoFrame>
  );
}

function LiveData({ session }: { session: PageSession }) {
  const { t } = useTranslation('studio');
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => session.subscribeEdits(draw), [session]);
  return (
    <section className={styles.data} aria-label={t('data.title')}>
      <h2>{t('data.title')}</h2>
      <pre tabIndex={0}>{JSON.stringify(session.changes(), null, 2)}</pre>
    </section>
  );
}
