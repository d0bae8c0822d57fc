import type { KeyboardEvent } from 'react';
import { isComposing } from '../../keys/index.ts';
import light from '../fields/light.module.css';
import { whenPresent } from '../page/whenPresent.ts';
import { paragraphsOf } from './paragraphs.ts';
import type { Paragraphs } from './useParagraphs.ts';

interface ParagraphFieldProps {
  /** ends in the index of the paragraph */
  id: string;
  label: string;
  paragraphs: Paragraphs;
  index: number;
  readOnly: boolean;
  /** has the focus when the dialog opens */
  isFirst?: boolean;
}

/**
 * One paragraph of a text. Typing a blank line starts the next paragraph; Backspace at the start joins it with the
 * previous one.
 */
export function ParagraphField({
  id,
  label,
  paragraphs,
  index: place,
  readOnly,
  isFirst = false,
}: ParagraphFieldProps) {
  const goTo = (other: number, caret: number) =>
    whenPresent(
      () => document.getElementById(id.replace(/\d+$/, String(other))),
      (field) => {
        field.focus();
        if (field instanceof HTMLTextAreaElement) field.setSelectionRange(caret, caret);
      },
    );
  const type = (typed: string, caret: number) => {
    paragraphs.replace(place, typed);
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
