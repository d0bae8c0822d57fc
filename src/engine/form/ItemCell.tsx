import { memo, useEffect, useRef, type CSSProperties } from 'react';
import { useSetAtom } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { isEmpty } from '../../../shared/case/itemValue.ts';
import { attachedItem, useAddress, useEngine } from './context.ts';
import { ItemField } from './ItemField.tsx';
import { useCondition } from './useCondition.ts';
import styles from './form.module.css';

/** An item of the layout, with the items drawn beside it. */
export const ItemCell = memo(function ItemCell({ itemId }: { itemId: string }) {
  const { catalogue, t } = useEngine();
  const item = catalogue.items[itemId];
  if (!item) return <div className={styles.unknown}>{t('unknownItem', { itemId })}</div>;
  return item.visibleWhen === null ? <Cell item={item} /> : <ConditionalCell item={item} />;
});

/** Comes and goes with its condition; what it says goes along where the item asks for that. */
function ConditionalCell({ item }: { item: CatalogueItem }) {
  const { form, language, session, t } = useEngine();
  const { address, readOnly } = useAddress(item);
  const visible = useCondition(item.visibleWhen, item.groups) !== false;
  const wasVisible = useRef(visible);
  const announce = useSetAtom(form.announcement);
  useEffect(() => {
    const hides = wasVisible.current && !visible;
    wasVisible.current = visible;
    if (!hides || item.onHide !== 'clear' || readOnly || isEmpty(session.get(address))) return;
    session.erase(address);
    announce(t('notice.hidden', { label: item.label[language] }));
  }, [visible, item, address, readOnly, session, announce, language, t]);
  return visible ? <Cell item={item} /> : null;
}

// three inputs in one line need half of it
const SPAN_WITH_TEXT = 6;

/** The item's free text to its left, its unit or version to its right. */
function Cell({ item }: { item: CatalogueItem }) {
  const { catalogue } = useEngine();
  const text = attachedItem(catalogue, item.textItem);
  const unit = attachedItem(catalogue, item.unitItem);
  const version = attachedItem(catalogue, item.versionItem);
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
