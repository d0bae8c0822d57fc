import { useRef } from 'react';
import { useSetAtom } from 'jotai';
import { truncate, exceedsLength } from '../../../shared/case/itemValue.ts';
import { useEngine } from '../page/context.ts';
import type { FieldProps } from './registry.ts';

interface LimitedText {
  /** of the input */
  id: string;
  limit: number | null;
  readOnly: boolean;
  /** the current value; a field that keeps its own text is not rendered again with it */
  read: () => string | null;
  /** the text as it is stored */
  stored: () => string | null;
  write: (text: string) => void;
  onNotice: FieldProps['onNotice'];
}

/**
 * What a text input does about its limit. On focus a stored text longer than allowed is cut (specification section 5),
 * said so, and undone on request. Typing over the limit is never cut, since the loss would go unseen; a message shows it
 * instead. A field is focused again by the key that saves, by a dialog that is closed, and by the window.
 */
export function useLimitedText({ id, limit, readOnly, read, stored, write, onNotice }: LimitedText) {
  const { form, t } = useEngine();
  const announce = useSetAtom(form.announcement);
  const exempt = useRef<string | null>(null);

  return {
    cut() {
      const text = read();
      const isTyped = text !== stored();
      if (readOnly || text === null || isTyped || text === exempt.current || !exceedsLength(text, limit))
        return;
      write(truncate(text, limit));
      const undo = () => {
        exempt.current = text;
        write(text);
      };
      onNotice({ message: t('notice.cut', { count: limit ?? 0 }), undo, inputId: id });
    },
    type(text: string) {
      const wasTooLong = exceedsLength(read() ?? '', limit);
      write(text);
      if (!wasTooLong && exceedsLength(text, limit)) announce(t('notice.overLimit', { count: limit ?? 0 }));
    },
  };
}

/** The same for the value of an item. */
export function useLimitedValue({ item, address, readOnly, input, onValue, onNotice }: FieldProps) {
  const { session } = useEngine();
  return useLimitedText({
    id: input.id,
    limit: item.maxLength,
    readOnly,
    read: () => session.get(address).value,
    stored: () => session.original(address).value,
    write: (text) => onValue(text),
    onNotice,
  });
}
