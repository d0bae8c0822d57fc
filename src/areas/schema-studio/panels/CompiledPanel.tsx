/** What the compiler made of the texts: the entry of an item, and the page as rjsf gets it. */
import { Autocomplete, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { toJsonSchema, toUiSchema } from '../../../../schemas/compile/rjsfSchemas.ts';
import { EmptyState } from '../../../components/index.ts';
import { SourceEditor } from '../editor/SourceEditor.tsx';
import type { Preview } from '../preview/usePreview.ts';
import styles from './panels.module.css';

const VIEWS = ['item', 'page', 'jsonSchema', 'uiSchema'] as const;
type View = (typeof VIEWS)[number];

export interface CompiledPanelProps {
  preview: Preview;
  /** the item at the cursor */
  itemId: string | null;
  onItem: (itemId: string) => void;
}

export function CompiledPanel({ preview, itemId, onItem }: CompiledPanelProps) {
  const { t } = useTranslation('studio');
  const [view, setView] = useState<View>('item');
  const { catalogue, context } = preview;
  if (!catalogue) return <EmptyState title={t('form.compiling')} />;
  const shown = viewOf(catalogue, view, context.page, itemId);
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('compiled.view')}
          value={view}
          onChange={(next) => setView(next as View)}
          data={VIEWS.map((value) => ({ value, label: t(`compiled.views.${value}`) }))}
        />
        {view === 'item' && (
          <ItemInput catalogue={catalogue} itemId={itemId} label={t('compiled.item')} onItem={onItem} />
        )}
      </div>
      {shown === null ? (
        <EmptyState
          title={t(itemId === null ? 'compiled.noItem' : 'compiled.notHere', {
            item: itemId ?? '',
            appendix: context.appendix,
          })}
        />
      ) : (
        <SourceEditor
          file={`${view}-${context.page}-${view === 'item' ? itemId : ''}.json`}
          text={JSON.stringify(shown, null, 2)}
          readOnly
          label={t(`compiled.views.${view}`)}
        />
      )}
    </>
  );
}

function viewOf(catalogue: Catalogue, view: View, page: string, itemId: string | null): unknown {
  if (view === 'item') return (itemId !== null && catalogue.items[itemId]) || null;
  if (!catalogue.pages[page]) return null;
  if (view === 'page') return catalogue.pages[page];
  return view === 'jsonSchema' ? toJsonSchema(catalogue, page) : toUiSchema(catalogue, page);
}

interface ItemInputProps {
  catalogue: Catalogue;
  itemId: string | null;
  label: string;
  onItem: (itemId: string) => void;
}

/** Names an item, by its id. */
export function ItemInput({ catalogue, itemId, label, onItem }: ItemInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Autocomplete
      size="xs"
      className={styles.wide}
      aria-label={label}
      placeholder={label}
      limit={30}
      data={Object.keys(catalogue.items)}
      value={typed ?? itemId ?? ''}
      onChange={(next) => {
        setTyped(next);
        if (!catalogue.items[next]) return;
        setTyped(null);
        onItem(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
