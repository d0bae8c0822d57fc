import { memo, useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { useAtomValue, useSetAtom } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { isEmpty } from '../../../shared/case/itemValue.ts';
import { FIELDS } from '../fields/index.ts';
import { findField, type FieldProps, type Notice } from '../fields/registry.ts';
import light from '../fields/light.module.css';
import { ChangeMark } from './ChangeMark.tsx';
import { conformanceOf } from './conformance.ts';
import { attachedItem, inputIdOf, useAddress, useEngine, useItemView } from './context.ts';
import { Findings, NoticeLine } from './Messages.tsx';
import { NotationInput } from './NotationInput.tsx';
import { useCondition } from './useCondition.ts';
import styles from './form.module.css';

/** An item of the layout with the items drawn beside it: its free text to the left, its unit or version to the right. */
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

function Cell({ item }: { item: CatalogueItem }) {
  const { catalogue } = useEngine();

  const text = attachedItem(catalogue, item.textItem);
  const unit = attachedItem(catalogue, item.unitItem);
  const version = attachedItem(catalogue, item.versionItem);
  // three inputs in one line need half of it
  const span = text ? Math.max(item.span, 6) : item.span;
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

/** One item: its input, and around it what every item has. The only part that a keystroke renders again. */
export const ItemField = memo(function ItemField({ item }: { item: CatalogueItem }) {
  const { appendix, catalogue, form, language, session, t } = useEngine();
  const { address, key, readOnly: rowReadOnly } = useAddress(item);
  const readOnly = useCondition(item.readOnlyWhen, item.groups) === true || rowReadOnly;
  const required = useCondition(item.requiredWhen, item.groups);
  const view = useItemView(address);
  const findings = useAtomValue(form.findings(key));
  const [notice, setNotice] = useState<Notice | null>(null);
  const [notationOpen, setNotationOpen] = useState(view.current.notation !== null);

  const entry = findField(FIELDS, item, appendix);
  const id = inputIdOf(item, address);
  const label = item.label[language];
  if (!entry) {
    return (
      <div role="alert" className={styles.unknown}>
        {t('unknownControl', { control: item.control, itemId: item.itemId })}
      </div>
    );
  }

  const level = required === true ? 'M' : conformanceOf(catalogue, item, appendix);
  const { nullFlavor } = view.current;
  const showFlavor = nullFlavor !== null && !entry.showsNullFlavor;
  const inError = findings.some(({ severity }) => severity === 'error');
  const showNotation = item.notation && (notationOpen || view.current.notation !== null);
  const describedBy = [
    showFlavor && `${id}-nf`,
    notice !== null && `${id}-notice`,
    findings.length > 0 && `${id}-findings`,
  ].filter(Boolean);
  const input: FieldProps['input'] = {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
    'aria-invalid': inError || undefined,
    'aria-required': level === 'M' || undefined,
    'data-null-flavor': nullFlavor ?? undefined,
  };
  const mark = level === 'M' ? styles.required : level === 'C' ? styles.conditional : null;
  const labelText = (
    <>
      {label}
      {mark && (
        <span className={mark} aria-hidden title={t(`required.${level}`)}>
          {level === 'M' ? '*' : '◦'}
        </span>
      )}
      <span className={styles.itemId}>{item.itemId}</span>
    </>
  );

  const clearByKey = (event: KeyboardEvent) => {
    const clears = event.key === 'Delete' || event.key === 'Backspace';
    if (clears && !readOnly && (event.target as Partial<HTMLInputElement>).value === '')
      session.setNullFlavor(address, '');
  };

  return (
    <div
      className={view.changed ? `${styles.field} ${styles.changed}` : styles.field}
      data-item={item.itemId}
      data-address={key}
    >
      <div className={styles.head}>
        {entry.labels === 'input' ? (
          <label id={`${id}-label`} htmlFor={id} className={styles.label} title={item.help?.[language]}>
            {labelText}
          </label>
        ) : (
          <span id={`${id}-label`} className={styles.label} title={item.help?.[language]}>
            {labelText}
          </span>
        )}
        <span className={styles.tools}>
          {view.changed && (
            <ChangeMark item={item} address={address} original={view.original} readOnly={readOnly} />
          )}
          {item.nullFlavors.length > 0 && !readOnly && (
            <ToolButton action="nullFlavor" label={t('tool.nullFlavor', { label })} glyph="∅" menu />
          )}
          {item.notation && (
            <ToolButton
              action="notation"
              label={t('tool.notation', { label })}
              glyph="文"
              expanded={showNotation}
              onClick={() => setNotationOpen(!showNotation)}
            />
          )}
          <ToolButton action="item" label={t('tool.item', { label })} glyph="⋯" menu />
        </span>
      </div>
      <div className={styles.body}>
        <div
          className={styles.control}
          data-labels={entry.labels}
          onKeyDown={nullFlavor === null ? undefined : clearByKey}
        >
          <entry.Component
            item={item}
            address={address}
            current={view.current}
            readOnly={readOnly}
            input={input}
            onValue={(value, properties) => session.setValue(address, value, properties)}
            onNullFlavor={(flavor) => session.setNullFlavor(address, flavor)}
            onNotice={setNotice}
          />
          {showFlavor && (
            <span id={`${id}-nf`} className={styles.nullFlavor}>
              <span>
                <strong>{nullFlavor}</strong>
                {t(`nullFlavor.${nullFlavor}`)}
              </span>
              {!readOnly && (
                <button
                  type="button"
                  tabIndex={-1}
                  className={light.iconButton}
                  aria-label={t('tool.nullFlavorOff', { label })}
                  onClick={() => session.setNullFlavor(address, '')}
                >
                  ×
                </button>
              )}
            </span>
          )}
        </div>
        {showNotation && (
          <NotationInput item={item} address={address} view={view} readOnly={readOnly} onNotice={setNotice} />
        )}
        <NoticeLine id={`${id}-notice`} notice={notice} onDone={() => setNotice(null)} />
        {findings.length > 0 && <Findings id={`${id}-findings`} findings={findings} />}
      </div>
    </div>
  );
});

interface ToolButtonProps {
  action: string;
  label: string;
  glyph: string;
  menu?: boolean;
  expanded?: boolean;
  onClick?: () => void;
}

/** Out of the tab order: a key of its own (see `shortcuts.ts`) does the same from the input. */
const ToolButton = ({ action, label, glyph, menu, expanded, onClick }: ToolButtonProps) => (
  <button
    type="button"
    tabIndex={-1}
    data-action={action}
    className={light.iconButton}
    aria-label={label}
    title={label}
    aria-haspopup={menu ? 'menu' : undefined}
    aria-expanded={expanded}
    onClick={onClick}
  >
    {glyph}
  </button>
);
