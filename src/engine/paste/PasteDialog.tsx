import { Button, Checkbox, Group, NativeSelect, Radio, Table, Text, Textarea } from '@mantine/core';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { Dialog } from '../../components/Dialog.tsx';
import type { CodeList } from '../services.ts';
import { CellText } from './CellText.tsx';
import { guessColumns, withColumn, type Mapping } from './columns.ts';
import { planPaste, type PasteInto, type PastePlan, type PlannedCell } from './plan.ts';
import { readTsv, tableOf, writeTsv, type CopiedTable } from './readTable.ts';
import { wantedTerms, type PasteServices } from './terms.ts';
import { useTerms } from './useTerms.ts';
import styles from './paste.module.css';
import { userNow } from '../../clock/index.ts';

/** Rows of the preview; the plan holds all. */
const SHOWN_ROWS = 50;
const EMPTY_TABLE: CopiedTable = [];

export interface PasteDialogProps {
  /** what the rows are, e.g. "Dosages" */
  title: string;
  items: readonly CatalogueItem[];
  /** items in the order columns are taken for without a heading */
  summary: readonly string[];
  language: keyof LocalizedText;
  services: PasteServices;
  /** how many rows may be stored, by where they go */
  room: Record<PasteInto, number>;
  /** how many rows there are that say nothing yet */
  empty: number;
  /** what came with the paste; null where the dialog was opened without one */
  table: CopiedTable | null;
  onApply: (plan: PastePlan, into: PasteInto) => void;
  onClose: () => void;
}

/** Shows what a pasted table would become, column by column and cell by cell, before anything is written. */
export function PasteDialog(props: PasteDialogProps) {
  const { title, items, summary, language, room, empty, services, onApply, onClose } = props;
  const { t } = useTranslation('paste');
  // as it is typed: what is read of it has no spaces and line ends around its cells
  const [text, setText] = useState(() => writeTsv(props.table ?? EMPTY_TABLE));
  const table = useMemo(() => readTsv(text), [text]);
  const [into, setInto] = useState<PasteInto>('append');
  const [columns, setColumns] = useState(() => guessColumns(items, table, summary));
  const { hasHeading, mapping } = columns;
  const codes = useCodes(items, mapping, services.codes);
  const wanted = useMemo(
    () => wantedTerms({ table, hasHeading, mapping }, items),
    [table, hasHeading, mapping, items],
  );
  const terms = useTerms(wanted, services);
  const plan = useMemo(
    () =>
      planPaste({
        table,
        hasHeading,
        mapping,
        items,
        codes: codes.lists,
        terms: terms.terms,
        now: userNow(),
        room: room[into],
      }),
    [table, hasHeading, mapping, items, codes.lists, terms.terms, room, into],
  );
  const read = (next: string) => {
    const nextTable = readTsv(next);
    setText(next);
    // columns that were chosen stay while their headings do
    if (nextTable[0]?.join('\t') !== table[0]?.join('\t'))
      setColumns(guessColumns(items, nextTable, summary));
  };
  return (
    <Dialog size="min(72rem, 96vw)" onClose={onClose} title={t('title', { rows: title })}>
      <Textarea
        data-autofocus={table.length === 0 || undefined}
        label={t('here')}
        description={t('hint')}
        rows={table.length === 0 ? 6 : 2}
        onPaste={(event) => {
          const { clipboardData } = event;
          event.preventDefault();
          const [html, plain] = ['text/html', 'text/plain'].map((type) => clipboardData.getData(type));
          read(writeTsv(tableOf({ html: html ?? '', text: plain ?? '' })));
        }}
        value={text}
        onChange={({ currentTarget: { value } }) => read(value)}
      />
      {table.length > 0 && (
        <>
          <Group mt="sm" gap="lg">
            <Checkbox
              data-autofocus
              label={t('heading')}
              checked={hasHeading}
              onChange={({ currentTarget: { checked } }) => setColumns({ hasHeading: checked, mapping })}
            />
            {empty > 0 && (
              <Radio.Group
                aria-label={t('into.label')}
                value={into}
                onChange={(value) => setInto(value === 'fillEmpty' ? 'fillEmpty' : 'append')}
              >
                <Group gap="sm">
                  <Radio value="append" label={t('into.append')} />
                  <Radio value="fillEmpty" label={t('into.fillEmpty', { count: empty })} />
                </Group>
              </Radio.Group>
            )}
          </Group>
          <Preview
            table={table}
            plan={plan}
            items={items}
            mapping={mapping}
            hasHeading={hasHeading}
            language={language}
            onLookUp={({ item, text }) => {
              const one = wanted.find((each) => each.item === item && each.text === text.trim());
              if (one) void terms.lookUp(one);
            }}
            onColumn={(column, itemId) =>
              setColumns({ hasHeading, mapping: withColumn(mapping, column, itemId) })
            }
          />
        </>
      )}
      {terms.problem !== null && (
        <Failed text={t('noTerms', { problem: terms.problem })} onRetry={terms.retry} />
      )}
      {codes.problem !== null && (
        <Failed text={t('noCodes', { problem: codes.problem })} onRetry={codes.retry} />
      )}
      <div role="status" className={styles.sum}>
        {table.length > 0 && t('sum', { count: plan.stored })}{' '}
        {plan.refused > 0 && t('refused', { count: plan.refused })}{' '}
        {plan.rows.some(({ state }) => state === 'over') && t('over', { count: room[into] })}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          disabled={plan.stored === 0 || codes.loading || terms.loading}
          onClick={() => onApply(plan, into)}
        >
          {t('apply', { count: plan.stored })}
        </Button>
      </Group>
    </Dialog>
  );
}

/** What could not be looked up; nothing is stored before it is. */
function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation('engine');
  return (
    <Group role="alert" gap="xs">
      <Text c="red.9">{text}</Text>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('engine:load.retry')}
      </Button>
    </Group>
  );
}

interface PreviewProps {
  table: CopiedTable;
  plan: PastePlan;
  items: readonly CatalogueItem[];
  mapping: Mapping;
  hasHeading: boolean;
  language: keyof LocalizedText;
  onLookUp: (cell: PlannedCell) => void;
  onColumn: (column: number, itemId: string | null) => void;
}

/** The table with an item over each column, and in each cell what becomes of it. */
function Preview({ table, plan, items, mapping, hasHeading, language, onLookUp, onColumn }: PreviewProps) {
  const { t } = useTranslation('paste');
  const labelId = useId();
  const choices = [
    { value: '', label: t('leaveOut') },
    ...items.map(({ itemId, label }) => ({ value: itemId, label: `${label[language]} (${itemId})` })),
  ];
  return (
    <div className={styles.scroll} role="region" aria-labelledby={labelId} tabIndex={0}>
      <Table className={styles.preview} withColumnBorders>
        <caption id={labelId} className={styles.caption}>
          {t('preview', { shown: Math.min(plan.rows.length, SHOWN_ROWS), total: plan.rows.length })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            {mapping.map((itemId, column) => (
              <th key={column} scope="col">
                {hasHeading && <span className={styles.heading}>{table[0]?.[column]}</span>}
                <NativeSelect
                  size="xs"
                  aria-label={t('column', { place: column + 1 })}
                  value={itemId ?? ''}
                  data={choices}
                  onChange={({ currentTarget: { value } }) => onColumn(column, value || null)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.rows.slice(0, SHOWN_ROWS).map(({ line, cells, state }) => (
            <tr key={line} data-state={state}>
              <th scope="row">
                {line}
                {state !== 'stored' && <span className={styles.state}>{t(`state.${state}`)}</span>}
              </th>
              {mapping.map((_, column) => {
                const cell = cells.find((one) => one.column === column);
                return (
                  <td key={column} data-left-out={cell ? undefined : ''}>
                    {cell ? <CellText cell={cell} onLookUp={onLookUp} /> : table[line - 1]?.[column]}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The code lists of the chosen columns. */
function useCodes(
  items: readonly CatalogueItem[],
  mapping: Mapping,
  load: PasteServices['codes'],
): { lists: ReadonlyMap<string, CodeList>; loading: boolean; problem: string | null; retry: () => void } {
  const [lists, setLists] = useState<ReadonlyMap<string, CodeList>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const missing = items
    .filter(({ itemId, codeList }) => codeList !== null && mapping.includes(itemId) && !lists.has(itemId))
    .map(({ itemId }) => itemId)
    .join(' ');
  useEffect(() => {
    if (missing === '') return;
    const itemIds = missing.split(' ');
    Promise.all(itemIds.map(async (itemId) => [itemId, await load(itemId)] as const)).then(
      (loaded) => {
        setLists((known) => new Map([...known, ...loaded]));
        setProblem(null);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [missing, load, attempt]);
  const retry = () => {
    setProblem(null);
    setAttempt(attempt + 1);
  };
  return { lists, loading: missing !== '', problem, retry };
}
