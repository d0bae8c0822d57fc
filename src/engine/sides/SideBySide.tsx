import { useId, useState, type KeyboardEvent } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { followKey, keyText } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { useEngine } from '../page/context.ts';
import { TranslatorNote } from '../item/TranslatorNote.tsx';
import { useTranslate } from '../item/useTranslate.ts';
import { paragraphsOf, put, textOf } from './paragraphs.ts';
import { Side } from './Side.tsx';
import { SideHead } from './SideHead.tsx';
import { useParagraphs } from './useParagraphs.ts';
import styles from './sides.module.css';

const WIDTH_PX = 1200;

export interface SideBySideProps {
  item: CatalogueItem;
  address: ItemAddress;
  readOnly: boolean;
  onClose: () => void;
}

/**
 * A long text and its second language beside each other, paragraph by paragraph. Both are those of the open page: each
 * edit is marked, undone and saved as one in the field is.
 */
export default function SideBySide({ item, address, readOnly, onClose }: SideBySideProps) {
  const { language, session, t } = useEngine();
  const { current } = useAtomValue(session.view(address));
  const { busy, available, translate } = useTranslate(address, item.maxLength);
  const [told, setTold] = useState('');
  const [opener] = useState(() => document.activeElement);
  const id = useId();
  const value = current.value ?? '';
  const notation = current.notation ?? '';
  const left = useParagraphs(value, (text) => session.setValue(address, text));
  const right = useParagraphs(notation, (text) => session.setNotation(address, text));
  const places = Array.from({ length: Math.max(left.all.length, right.all.length) }, (_, place) => place);
  const label = item.label[language];
  const names = { value: label, notation: t('notationOf', { label }) };

  const fill = async (...asked: Parameters<typeof translate>) => {
    setTold(t('translating'));
    try {
      await translate(...asked);
      setTold(t('sides.translated', { keys: keyText('undo') }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      setTold(t('notice.notTranslated', { why }));
    }
  };
  const translateOne = (place: number) => {
    const text = left.all[place] ?? '';
    if (!busy && text.trim() !== '')
      void fill([text], ([one = ''], before) => textOf(put(paragraphsOf(before), place, one)));
  };
  const translateAll = () => {
    if (!busy && value.trim() !== '') void fill(left.all, textOf);
  };
  const close = () => {
    onClose();
    requestAnimationFrame(() => opener instanceof HTMLElement && opener.focus());
  };
  const step = (take: () => unknown) => () => {
    if (session.readOnly) return false;
    take();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    followKey(event.nativeEvent, { undo: step(session.undo), redo: step(session.redo) });
    // the field behind the dialog has the same keys; Tab goes on to what keeps it in the dialog
    if (event.key !== 'Tab') event.stopPropagation();
  };

  return (
    <Dialog onClose={close} size={WIDTH_PX} title={t('sides.title', { label })} onKeyDown={onKeyDown}>
      <Stack gap="sm">
        <div className={styles.sheet} role="group" aria-label={t('sides.title', { label })}>
          <SideHead name={names.value} text={value} limit={item.maxLength} />
          <SideHead name={names.notation} text={notation} limit={item.maxLength} />
          {places.map((place) => (
            <div key={place} className={styles.row}>
              <Side
                id={`${id}-value-${place}`}
                label={t('sides.paragraph', { label: names.value, place: place + 1 })}
                paragraphs={left}
                isFirst={place === 0}
                {...{ place, readOnly }}
              />
              <div className={styles.right}>
                <Side
                  id={`${id}-notation-${place}`}
                  label={t('sides.paragraph', { label: names.notation, place: place + 1 })}
                  paragraphs={right}
                  {...{ place, readOnly }}
                />
                {!readOnly && available && (
                  <button
                    type="button"
                    className={light.button}
                    aria-disabled={busy || (left.all[place] ?? '').trim() === ''}
                    aria-label={t('sides.translateOne', { place: place + 1 })}
                    onClick={() => translateOne(place)}
                  >
                    {t('translate')}
                  </button>
                )}
              </div>
            </div>
          ))}
        </div>
        {!readOnly && !available && <TranslatorNote id={`${id}-none`} />}
        <p role="status" className={styles.told}>
          {told}
        </p>
        <Group justify="flex-end">
          {!readOnly && available && (
            <Button variant="default" aria-disabled={busy || value.trim() === ''} onClick={translateAll}>
              {t(busy ? 'translating' : 'sides.translateAll')}
            </Button>
          )}
          <Button onClick={close}>{t('common:close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
