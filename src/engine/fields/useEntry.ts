import { useRef, useState } from 'react';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import type { FieldProps } from './registry.ts';
import { useLateEntry } from './useLateEntry.ts';

/**
 * What a typed text means; `take`: instead of writing the value, when the field is left; `note`: what the value does not
 * hold of the text.
 */
export type Entry =
  | { ok: true; value: string; take?: (place: ItemAddress) => void; note?: string }
  | { ok: true; nullFlavor: string }
  | { ok: false; why: string };

interface EntryState {
  /** the text as typed, until the field is left; null: the value is shown */
  draft: string | null;
  /** Keeps the text as it is typed. A complete value counts at once, so that saving from the keyboard loses nothing. */
  type: (text: string) => void;
  /** Takes what was typed. What is no value is cleared, with a message and the way back. */
  leave: () => void;
  /** Forgets what was typed. */
  discard: () => void;
  onFocus: () => void;
}

interface Draft {
  text: string;
  /** the value that was read from it last; null: none was */
  written: string | null;
}

/**
 * A field that is typed in any form and stored in one. Nothing of what was typed changes while the caret is in it, unless
 * the value that was read from it is replaced by other ways, e.g. by the key that takes the change back. Where `read`
 * answers null, what is needed to read the text is still loading; `arrives` resolves when it is there, or has failed.
 */
export function useEntry(
  props: FieldProps,
  read: (text: string) => Entry | null,
  arrives: () => Promise<unknown> = () => Promise.resolve(),
): EntryState {
  const { address, current, onValue, onNotice } = props;
  const { session, t } = useEngine();
  const late = useLateEntry(props);
  const [last, setLast] = useState<Draft | null>(null);
  const before = useRef(current.value);
  const isReplaced = last !== null && last.written !== null && last.written !== (current.value ?? '');
  const draft = last === null || isReplaced ? null : last.text;

  const type = (text: string) => {
    late.forget();
    const entry = read(text);
    const value = entry && 'value' in entry ? entry.value : null;
    setLast({ text, written: value ?? (draft === null ? null : (last?.written ?? null)) });
    if (!entry) return;
    if (value !== null) onValue(value);
    // now, not on leaving: the way out may lead over the buttons of the notice
    if (entry.ok) onNotice(null);
  };
  const take = (text: string, entry: Entry, place: ItemAddress, tell: typeof onNotice) => {
    const was = before.current ?? '';
    setLast(null);
    // what was typed comes back too, to be corrected
    const undo = () => {
      onValue(was);
      setLast({ text, written: null });
    };
    if (entry.ok) {
      if ('nullFlavor' in entry) session.setNullFlavor(place, entry.nullFlavor);
      else if (entry.take) entry.take(place);
      else session.setValue(place, entry.value);
      const note = 'note' in entry ? entry.note : undefined;
      return tell(note === undefined ? null : { message: note, undo });
    }
    session.setValue(place, '');
    tell({ message: t('notice.cleared', { text, why: entry.why }), undo, stopsActions: true });
  };
  const leave = () => {
    if (draft === null) return;
    const entry = read(draft);
    if (entry) return take(draft, entry, address, onNotice);
    late.expect({
      arrives: arrives(),
      take: (_, place, tell) => {
        const arrived = read(draft);
        if (arrived) take(draft, arrived, place, tell);
      },
    });
  };
  return {
    draft,
    type,
    leave,
    discard: () => {
      late.forget();
      setLast(null);
    },
    onFocus: () => (before.current = current.value),
  };
}
