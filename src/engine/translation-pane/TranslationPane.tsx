import { useId, useState, type KeyboardEvent } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { flushSync } from 'react-dom';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { followKey, keyText } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { useEngine } from '../page/context.ts';
import { TranslatorNote } from '../item/TranslatorNote.tsx';
import { useTranslate } from '../item/useTranslate.ts';
import { paragraphsOf, replaceParagraph, textOf } from './paragraphs.ts';
import { ParagraphField } from './ParagraphField.tsx';
import { TextHead } from './TextHead.tsx';
import { useParagraphs } from './useParagraphs.ts';
import styles from './translationPane.module.css';

const WIDTH_PX = 1200;

export interface TranslationPaneProps {
  item: CatalogueItem;
  address: ItemAddress;
  readOnly: boolean;
  onClose: () => void;
}

/**
 * A long text beside its second language, paragraph by paragraph. Both belong to the open page, so edits are marked,
 * undone and saved as in the field.
 */
export function TranslationPane({ item, address, readOnly, onClose }: TranslationPaneProps) {
  const { language, session, t } = useEngine();
  const { current } = useAtomValue(session.view(address));
  const { busy, available, translate } = useTranslate(address, item.maxLength);
  const [status, setStatus] = useState('');
  const id = useId();
  const value = current.value ?? '';
  const notation = current.notation ?? '';
  const left = useParagraphs(value, (text) => session.setValue(address, text));
  const right = useParagraphs(notation, (text) => session.setNotation(address, text));
  const indexes = Array.from({ length: Math.max(left.all.length, right.all.length) }, (_, index) => index);
  const label = item.label[language];
  const names = { value: label, notation: t('notationOf', { label }) };

  const fill = (texts: readonly string[], combine: (translated: string[], before: string) => string) => {
    setStatus(t('translating'));
    void translate({
      texts,
      combine,
      onTranslated: () => setStatus(t('translationPane.translated', { keys: keyText('undo') })),
      onFailure: setStatus,
    });
  };
  const translateOne = (index: number) => {
    const text = left.all[index] ?? '';
    if (!busy && text.trim() !== '')
      fill([text], ([one = ''], before) => textOf(replaceParagraph(paragraphsOf(before), index, one)));
  };
  const translateAll = () => {
    if (!busy && value.trim() !== '') fill(left.all, textOf);
  };
  const step = (take: () => unknown) => () => {
    if (session.readOnly) return false;
    take();
  };
  // the page saves its texts: once the pane is gone, the key is followed there
  const save = () => {
    if (!session.readOnly) flushSync(onClose);
    return false;
  };
  const onKeyDown = (event: KeyboardEvent) =>
    void followKey(event.nativeEvent, { undo: step(session.undo), redo: step(session.redo), save });

  return (
    <Dialog
      onClose={onClose}
      size={WIDTH_PX}
      title={t('translationPane.title', { label })}
      keepsTexts
      onKeyDown={onKeyDown}
    >
      <Stack gap="sm">
        <div className={styles.sheet} role="group" aria-label={t('translationPane.title', { label })}>
          <TextHead name={names.value} text={value} limit={item.maxLength} />
          <TextHead name={names.notation} text={notation} limit={item.maxLength} />
          {indexes.map((index) => (
            <div key={index} className={styles.row}>
              <ParagraphField
                id={`${id}-value-${index}`}
                label={t('translationPane.paragraph', { label: names.value, place: index + 1 })}
                paragraphs={left}
                isFirst={index === 0}
                {...{ index, readOnly }}
              />
              <div className={styles.right}>
                <ParagraphField
                  id={`${id}-notation-${index}`}
                  label={t('translationPane.paragraph', { label: names.notation, place: index + 1 })}
                  paragraphs={right}
                  {...{ index, readOnly }}
                />
                {!readOnly && available && (
                  <button
                    type="button"
                    className={light.button}
                    aria-disabled={busy || (left.all[index] ?? '').trim() === ''}
                    aria-label={t('translationPane.translateOne', { place: index + 1 })}
                    onClick={() => translateOne(index)}
                  >
                    {t('translate')}
                  </button>
                )}
              </div>
            </div>
          ))}
        </div>
        {!readOnly && !available && <TranslatorNote id={`${id}-none`} />}
        <p role="status" className={styles.status}>
          {status}
        </p>
        <Group justify="flex-end">
          {!readOnly && available && (
            <Button variant="default" aria-disabled={busy || value.trim() === ''} onClick={translateAll}>
              {t(busy ? 'translating' : 'translationPane.translateAll')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common:close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
