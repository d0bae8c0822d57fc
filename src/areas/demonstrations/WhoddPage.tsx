/** The WHODrug look-up as a static dialog: its columns and options, over invented rows. It finds nothing. */
import { Button, TextInput } from '@mantine/core';
import { useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsIn } from '../../catalogue/words.ts';
import { DataTable, Dialog, StatusBadge, type Column } from '../../components/index.ts';
import { PageForm } from '../../engine/index.ts';
import { DemoFrame } from './DemoFrame.tsx';
import { examples, WHODD, WHODD_ROWS } from './examples.ts';
import sampleRows from './sources/whodd.sample.json' with { type: 'json' };
import { useExample } from './useExample.ts';
import styles from './demonstrations.module.css';

/** a value by column, and the colour of the row */
type Row = Record<string, string>;

/** Colours of the specification by name; any other text is a colour itself. */
const ROW_COLOURS: Readonly<Record<string, string>> = {
  BLUE: 'var(--cw-info-soft)',
  GRAY: 'var(--cw-hover)',
  GREEN: 'var(--cw-success-soft)',
};

export function WhoddPage() {
  const { t } = useTranslation('studio');
  const [opened, setOpened] = useState(true);
  return (
    <DemoFrame title={t('demo.whodd')} about={t('demo.whoddAbout')}>
      <Button onClick={() => setOpened(true)}>{t('demo.open')}</Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} size="95%" title={t('demo.whodd')}>
        <WhoddDialog />
        <div className={styles.submit}>
          <Button variant="default" onClick={() => setOpened(false)}>
            {t('close')}
          </Button>
        </div>
      </Dialog>
    </DemoFrame>
  );
}

function WhoddDialog() {
  const { t } = useTranslation('studio');
  const example = useExample(WHODD);
  const { language } = example;
  const group = examples.groups[examples.pages[WHODD_ROWS]?.group ?? ''];
  const columns = (group?.summary ?? []).map((itemId): Column<Row> => {
    const label = examples.items[itemId]?.label;
    return {
      key: itemId,
      label: label ? wordsIn(label, language) : itemId,
      render: (row) => (
        <span className={styles.cell} style={{ '--row': colourOf(row) } as CSSProperties}>
          {row[itemId]}
        </span>
      ),
    };
  });
  return (
    <>
      <p>
        <StatusBadge tone="warning">SAMPLE</StatusBadge> {t('demo.sample')}
      </p>
      <PageForm {...example} />
      <div className={styles.search}>
        <TextInput aria-label={t('demo.keyword')} placeholder={t('demo.keyword')} />
        <Button variant="default" disabled>
          {t('demo.search')}
        </Button>
        <Button variant="default" disabled>
          {t('demo.directInput')}
        </Button>
      </div>
      <DataTable
        label={t('demo.whodd')}
        rows={sampleRows as readonly Row[]}
        rowKey={({ medicinalProductId = '' }) => medicinalProductId}
        columns={columns}
      />
    </>
  );
}

const colourOf = ({ bgColor = '' }: Row): string =>
  bgColor === '' ? 'transparent' : (ROW_COLOURS[bgColor] ?? bgColor);
