import type { KeyboardEvent } from 'react';
import { isComposing } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { whenPresent } from '../page/whenPresent.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { Paragraphs } from './useParagraphs.ts';

interface SideProps {
  /** ends in the place of the paragraph */
  id: string;
  label: string;
  paragraphs: Paragraphs;
  place: number;
  readOnly: boolean;
  /** has the focus when the dialog opens */
  isFirst?: boolean;
}

/**
 * One paragraph of a text. A blank line typed in it begins the next one; a backspace at its beginning joins it to the
 * one before.
 */
export function Side({ id, label, paragraphs, place, readOnly, isFirst = false }: SideProps) {
  const goTo = (other: number, caret: number) =>
    whenPresent(
      () => document.getElementById(id.replace(/\d+$/, String(other))),
      (field) => {
        field.focus();
        if (field instanceof HTMLTextAreaElement) field.setSelectionRange(caret, caret);
      },
    );
  const type = (typed: string, caret: number) => {
    paragraphs.put(place, typed);
    const before = paragraphsOf(typed.slice(0, caret));
    if (before.length > 1) goTo(place + before.length - 1, before.at(-1)?.length ?? 0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const atStart = selectionStart === 0 && selectionEnd === 0;
    if (event.key !== 'Backspace' || !atStart || place === 0 || readOnly || isComposing(event)) return;
    event.preventDefault();
    const caret = paragraphs.all[place - 1]?.length ?? 0;
    if (place < paragraphs.all.length) paragraphs.join(place);
    goTo(place - 1, caret);
  };
  return (
    <textarea
      id={id}
      rows={2}
      className={light.area}
      aria-label={label}
      readOnly={readOnly}
      data-autofocus={isFirst || undefined}
      value={paragraphs.all[place] ?? ''}
      onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)}
      onKeyDown={onKeyDown}
    />
  );
}
