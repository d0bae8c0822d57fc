import { memo, type CSSProperties } from 'react';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { attachedItem, useEngine } from '../page/context.ts';
import { ItemField } from './ItemField.tsx';
import { useCondition } from '../page/useCondition.ts';
import styles from './form.module.css';

/** An item of the layout, with the items drawn beside it. */
export const ItemCell = memo(function ItemCell({ itemId }: { itemId: string }) {
  const { catalogue, t } = useEngine();
  const item = catalogue.items[itemId];
  if (!item) return <div className={styles.unknown}>{t('unknownItem', { itemId })}</div>;
  return item.visibleWhen === null ? <Cell item={item} /> : <ConditionalCell item={item} />;
});

/** Shown by its condition; the session decides what becomes of its value when it is hidden. */
function ConditionalCell({ item }: { item: CatalogueItem }) {
  return useCondition(item.visibleWhen, item.groups) === false ? null : <Cell item={item} />;
}

// three inputs in one line need half of it
const SPAN_WITH_TEXT = 6;

/** The item's free text to its left, its unit or version to its right. */
function Cell({ item }: { item: CatalogueItem }) {
  const { catalogue } = useEngine();
  const text = useShown(attachedItem(catalogue, item.textItem));
  const unit = useShown(attachedItem(catalogue, item.unitItem));
  const version = useShown(attachedItem(catalogue, item.versionItem));
  const span = text ? Math.max(item.span, SPAN_WITH_TEXT) : item.span;
  return (
    <div
      className={styles.cell}
      style={{ '--span': span } as CSSProperties}
      data-with-text={text ? '' : undefined}
      data-with-unit={unit ? '' : undefined}
      data-with-version={version ? '' : undefined}
    >
      {text && <ItemField item={text} />}
      <ItemField item={item} />
      {unit && <ItemField item={unit} />}
      {version && <ItemField item={version} />}
    </div>
  );
}

/** The item, unless a condition of its own hides it. */
function useShown(item: CatalogueItem | null): CatalogueItem | null {
  const shown = useCondition(item?.visibleWhen ?? null, item?.groups ?? []) !== false;
  return shown ? item : null;
}
