import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
  const { item, address, current, readOnly, input, onValue } = props;
  const { catalogue, codes, session, t } = useEngine();
  const [touched, setTouched] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const unitItem = attachedItem(catalogue, item.unitItem);
  const units = useResource(codes, unitItem?.itemId ?? '', touched && unitItem !== null);

  const withUnit = (value: string, text: string): Entry | null => {
    if (!unitItem) return { ok: false, why: t('number.malformed') };
    if (!units.data && units.problem === null) return null;
    const unit = unitOfText(units.data?.codes ?? [], text);
    if (unit === null) return { ok: false, why: t('number.unit', { text }) };
    const take = () =>
      session.transaction(() => {
        onValue(value);
        session.setValue({ ...address, itemId: unitItem.itemId }, unit);
      });
    return { ok: true, value, take };
  };
  const { draft, type, leave, onFocus } = useEntry(props, (text) => {
    const flavor = item.nullFlavors.find((known) => known === text.trim().toUpperCase());
    if (flavor) return { ok: true, nullFlavor: flavor };
    const entry = numberEntry(text, item.number ?? ANY_NUMBER);
    if (!entry.ok) return { ok: false, why: t(`number.${entry.problem}`) };
    return entry.unit === '' ? { ok: true, value: entry.value } : withUnit(entry.value, entry.unit);
  });

  const onUnitsLoaded = useEffectEvent(() => {
    if (document.activeElement !== ref.current) leave();
  });
  useEffect(() => {
    if (units.data || units.problem !== null) onUnitsLoaded();
  }, [units.data, units.problem]);

  return (
    <input
      {...input}
      ref={ref}
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
