import { memo, useMemo, type KeyboardEvent } from 'react';
import { seesItem } from '../../../shared/blinding/sight.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { emptyMeansNoInformation } from '../../../shared/case/emptyItem.ts';
import { isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import { FIELDS } from '../fields/index.ts';
import { findField, type FieldEntry, type FieldProps, type Notice } from '../fields/registry.ts';
import { BlindedField } from './BlindedField.tsx';
import { conformanceOf } from './conformance.ts';
import { inputIdOf, notationIdOf, useAddress, useEngine } from '../page/context.ts';
import { FieldHead } from './FieldHead.tsx';
import { FillActions } from './FillActions.tsx';
import type { Finding } from '../page/formState.ts';
import { findingId, Findings, NoticeLine } from './Messages.tsx';
import { NotationInput } from './NotationInput.tsx';
import { NullFlavorChip } from './NullFlavorChip.tsx';
import { PeopleLine } from './PeopleLine.tsx';
import { useItemNotice } from './useItemNotice.ts';
import { useNotationShown } from './useNotationShown.ts';
import { whenPresent } from '../page/whenPresent.ts';
import { useOpenFindings } from '../page/useOpenFindings.ts';
import { hasSides, shortcutsOf } from '../page/shortcuts.ts';
import { LazyTranslationPane } from '../translation-pane/LazyTranslationPane.tsx';
import { useCondition } from '../page/useCondition.ts';
import { useFrameView } from './useFrameView.ts';
import styles from './form.module.css';

/** One item: the field that its control names, or an error that names the control. */
export const ItemField = memo(function ItemField({ item }: { item: CatalogueItem }) {
  const { appendix, catalogue, rights, t } = useEngine();
  const entry = useMemo(() => findField(FIELDS, item, appendix), [item, appendix]);
  if (!seesItem(catalogue, rights, item.itemId)) return <BlindedField item={item} />;
  if (entry) return <FieldFrame item={item} entry={entry} />;
  return (
    <div role="alert" className={styles.unknown}>
      {t('unknownControl', { control: item.control, itemId: item.itemId })}
    </div>
  );
});

/** A field with what every item has around it. The only part that a keystroke renders again. */
function FieldFrame({ item, entry }: { item: CatalogueItem; entry: FieldEntry }) {
  const { language, session } = useEngine();
  const place = useAddress(item);
  const { address, key } = place;
  const isHeld = useCondition(item.readOnlyWhen, item.groups) === true;
  const readOnly = isHeld || place.readOnly;
  const level = useLevel(item);
  const view = useFrameView(address, entry);
  const { findings, onInput, onBlur } = useOpenFindings(item, address, key);
  const [notice, tell] = useItemNotice(item, address, key);
  const { current } = view;
  const [notationShown, toggleNotation] = useNotationShown(item, key, current.notation !== null);

  const id = inputIdOf(item, address);
  const flavor = entry.showsNullFlavor ? null : current.nullFlavor;
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
      <FieldHead
        id={id}
        item={item}
        address={address}
        labels={entry.labels}
        level={level}
        readOnly={readOnly}
        was={view.changed ? view.original : null}
        mayTakeBack={!isHeld && !place.isFixed}
        notationShown={notationShown}
        hasNotation={current.notation !== null}
        onNotation={() => {
          toggleNotation();
          // opened to be typed in at once
          if (!notationShown)
            whenPresent(
              () => document.getElementById(notationIdOf(item, address)),
              (field) => field.focus(),
            );
        }}
      />
      <div className={styles.body}>
        <div
          className={styles.control}
          data-labels={entry.labels}
          onInput={onInput}
          onBlur={onBlur}
          onKeyDown={flavor === null ? undefined : clearByKey}
        >
          <entry.Component
            item={item}
            address={address}
            current={current}
            readOnly={readOnly}
            input={inputOf({ id, item, current, level, flavor, notice, findings })}
            onValue={(value, properties) => session.setValue(address, value, properties)}
            onNullFlavor={(chosen) => session.setNullFlavor(address, chosen)}
            onNotice={tell}
          />
          {flavor !== null && (
            <NullFlavorChip
              id={`${id}-nf`}
              label={item.label[language]}
              nullFlavor={flavor}
              readOnly={readOnly}
              onClear={() => session.setNullFlavor(address, '')}
            />
          )}
        </div>
        {!readOnly && isEmpty(current) && <FillActions item={item} address={address} />}
        {notationShown && (
          <NotationInput item={item} address={address} view={view} readOnly={readOnly} onNotice={tell} />
        )}
        {hasSides(item) && <LazyTranslationPane {...{ item, address, readOnly }} />}
        {notice && <NoticeLine inputId={id} notice={notice} onDone={() => tell(null)} />}
        {findings.length > 0 && <Findings id={`${id}-findings`} findings={findings} />}
        <PeopleLine id={`${id}-people`} item={item} address={address} view={view} />
      </div>
    </div>
  );
}

/**
 * How binding the item is here and now: its condition outranks what the authorities say in general. A mandatory item that
 * may stay empty is not marked.
 */
function useLevel(item: CatalogueItem): ReturnType<typeof conformanceOf> {
  const { appendix, catalogue } = useEngine();
  const required = useCondition(item.requiredWhen, item.groups);
  const stated = useMemo(() => conformanceOf(catalogue, item, appendix), [catalogue, item, appendix]);
  if (required === true) return 'M';
  return stated === 'M' && emptyMeansNoInformation(item) ? null : stated;
}

interface InputState {
  id: string;
  item: CatalogueItem;
  current: ItemValue;
  level: ReturnType<typeof conformanceOf>;
  flavor: string | null;
  notice: Notice | null;
  findings: readonly Finding[];
}

/** What the input carries. It is described by those parts only that are there. */
function inputOf({ id, item, current, level, flavor, notice, findings }: InputState): FieldProps['input'] {
  const describedBy = [
    flavor !== null && `${id}-nf`,
    notice !== null && `${id}-notice`,
    ...findings.map((_, index) => findingId(`${id}-findings`, index)),
  ].filter(Boolean);
  return {
    id,
    'aria-labelledby': `${id}-label`,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
    'aria-invalid': findings.some(({ severity }) => severity === 'error') || undefined,
    'aria-required': level === 'M' || undefined,
    'aria-keyshortcuts': shortcutsOf(item),
    'data-null-flavor': current.nullFlavor ?? undefined,
  };
}
