/** Several of a list: what is found on the left, what is chosen on the right. */
import { Button, CloseButton, Stack, Tooltip, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pruneSelection } from '../../shared/records/pruneSelection.ts';
import { shortened } from '../../shared/text/shortened.ts';
import { Dialog, LoadingArea } from '../components/index.ts';
import { FailureNotice } from '../feedback/FailureNotice.tsx';
import type { ListDialogDescriptor, ListRow } from './listDialog.types.ts';
import { ListSearchForm } from './ListSearchForm.tsx';
import { ListTable } from './ListTable.tsx';
import { pagingOf } from './pagingOf.ts';
import { useListSearch } from './useListSearch.ts';
import styles from './dialogs.module.css';

const WIDTH_PX = 1080;

export interface SelectDialogProps {
  descriptor: ListDialogDescriptor;
  /** chosen before; those that are not available any more are left out */
  selected: readonly ListRow[];
  /** of these keys, the ones that may still be chosen; left out: all of them */
  available?: (keys: readonly string[], signal: AbortSignal) => Promise<readonly string[]>;
  /** null: closed without an answer */
  onAnswer: (selected: readonly ListRow[] | null) => void;
}

/** Prunes what was chosen before, and then lets choose. */
export function SelectDialog({ descriptor, selected, available, onAnswer }: SelectDialogProps) {
  const pruned = useQuery({
    queryKey: ['availableRows', descriptor.id, selected.map(({ key }) => key)],
    queryFn: async ({ signal }) => {
      if (!available || selected.length === 0) return selected;
      const keyOf = ({ key }: ListRow) => key;
      return pruneSelection(selected, keyOf, await available(selected.map(keyOf), signal));
    },
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const close = () => onAnswer(null);
  return (
    <Dialog onClose={close} size={descriptor.width ?? WIDTH_PX} title={descriptor.title}>
      {pruned.data ? (
        <Panes {...{ descriptor, onAnswer }} selected={pruned.data} />
      ) : (
        <Stack>
          <FailureNotice error={pruned.error} />
          {pruned.isPending && <LoadingArea />}
        </Stack>
      )}
    </Dialog>
  );
}

function Panes({ descriptor, selected, onAnswer }: Omit<SelectDialogProps, 'available'>) {
  const { t } = useTranslation(['dialogs', 'common']);
  const { searchable = true, name } = descriptor;
  const search = useListSearch(descriptor, {});
  const [chosen, setChosen] = useState(selected);
  const chosenKeys = new Set(chosen.map(({ key }) => key));
  const choose = (keys: ReadonlySet<string>) => {
    const added = search.rows.filter(({ key }) => keys.has(key) && !chosenKeys.has(key));
    setChosen([...chosen.filter(({ key }) => keys.has(key)), ...added]);
  };
  const toggle = (row: ListRow) => {
    const keys = new Set(chosenKeys);
    if (!keys.delete(row.key)) keys.add(row.key);
    choose(keys);
  };
  return (
    <Stack gap="sm">
      {searchable && <ListSearchForm {...{ descriptor, search }} onSearch={search.search} />}
      <FailureNotice error={search.error} />
      <div className={styles.panes}>
        <ListTable
          {...{ descriptor }}
          fields={search.fields}
          rows={search.rows}
          loading={search.loading}
          paging={pagingOf(descriptor, search)}
          onPaging={search.setPaging}
          onPick={toggle}
          selected={chosenKeys}
          onSelect={choose}
        />
        <Chosen {...{ chosen, name }} onRemove={toggle} />
      </div>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('common:close')}
        </Button>
        <Button onClick={() => onAnswer(chosen)}>{t('confirm')}</Button>
      </div>
    </Stack>
  );
}

interface ChosenProps {
  chosen: readonly ListRow[];
  /** the column that names a row */
  name: string;
  onRemove: (row: ListRow) => void;
}

function Chosen({ chosen, name, onRemove }: ChosenProps) {
  const { t } = useTranslation('dialogs');
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.chosen}>
      <h3 id={heading}>
        <span role="status">{t('chosen', { count: chosen.length })}</span>
      </h3>
      <ul className={styles.tags}>
        {chosen.map((row) => {
          const text = row.cells[name] ?? row.key;
          return (
            <li key={row.key} className={styles.tag}>
              <Name text={text} />
              <CloseButton size={24} aria-label={t('remove', { name: text })} onClick={() => onRemove(row)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Cut where it is long; in full for who points at it, reaches its button, or has it read out. */
function Name({ text }: { text: string }) {
  const short = shortened(text);
  if (short === text) return text;
  return (
    <Tooltip label={text} multiline maw={360}>
      <span>
        <span aria-hidden>{short}</span>
        <VisuallyHidden>{text}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
