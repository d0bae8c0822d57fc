import { useState } from 'react';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { isComposing, isSubmitEnter } from '../../keys/index.ts';
import { attachedItem, useEngine } from '../page/context.ts';
import { useResource } from '../page/resource.ts';
import { numberEntry } from '../../../shared/entry/numberEntry.ts';
import { unitOfText } from '../../../shared/entry/unitOfText.ts';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useEntry, type Entry } from './useEntry.ts';
import light from './light.module.css';

const ANY_NUMBER = {};

/** A number, stored as text. Where the item has a unit, it may be typed behind the number: `2 weeks`. */
function NumberItem(props: FieldProps) {
  const { item, current, readOnly, input } = props;
  const { catalogue, codes, session, t } = useEngine();
  const [touched, setTouched] = useState(false);
  const unitItem = attachedItem(catalogue, item.unitItem);
  useResource(codes, unitItem?.itemId ?? '', touched && unitItem !== null);

  const withUnit = (value: string, text: string): Entry | null => {
    if (!unitItem) return { ok: false, why: t('number.malformed') };
    // as they are when this is called: what is typed may be read after the field was drawn last
    const { data, problem } = session.store.get(codes.at(unitItem.itemId));
    if (problem !== null) return { ok: false, why: t('number.noUnits', { problem }) };
    if (data === null) return null;
    const unit = unitOfText(data.codes, text);
    if (unit === null) return { ok: false, why: t('number.unit', { text }) };
    const take = (place: ItemAddress) =>
      session.transaction(() => {
        session.setValue(place, value);
        session.setValue({ ...place, itemId: unitItem.itemId }, unit);
      });
    return { ok: true, value, take };
  };
  const read = (text: string): Entry | null => {
    const flavor = item.nullFlavors.find((known) => known === text.trim().toUpperCase());
    if (flavor) return { ok: true, nullFlavor: flavor };
    const entry = numberEntry(text, item.number ?? ANY_NUMBER);
    if (!entry.ok) return { ok: false, why: t(`number.${entry.problem}`) };
    return entry.unit === '' ? { ok: true, value: entry.value } : withUnit(entry.value, entry.unit);
  };
  const { draft, type, leave, onFocus } = useEntry(props, read, () => codes.ended(unitItem?.itemId ?? ''));

  return (
    <input
      {...input}
      className={light.input}
      type="text"
      inputMode={item.number?.qualifier || unitItem ? 'text' : 'decimal'}
      autoComplete="off"
      readOnly={readOnly}
      data-draft={draft === null ? undefined : ''}
      value={draft ?? current.value ?? ''}
      onFocus={() => {
        setTouched(true);
        onFocus();
      }}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (!isComposing(event) && isSubmitEnter(event)) leave();
      }}
    />
  );
}

export const numberField: FieldEntry = {
  name: 'number',
  rank: 1,
  test: hasControl('number'),
  Component: NumberItem,
  labels: 'input',
};
