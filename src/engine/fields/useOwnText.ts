import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useEngine } from '../page/context.ts';
import type { FieldProps } from './registry.ts';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

const asItIs = (text: string): string => text;

/**
 * For a field with `ownText`: the browser keeps the text that is typed, so a key press renders nothing and an input method
 * is never disturbed. What the item becomes by other ways (undo, a null flavor, content read again) is put in, as `shown`
 * answers it, which must not change identity.
 */
export function useOwnText<E extends TextElement>(
  { address }: FieldProps,
  shown: (text: string) => string = asItIs,
): { ref: RefObject<E | null>; defaultValue: string } {
  const { session } = useEngine();
  const ref = useRef<E>(null);
  const [defaultValue] = useState(() => shown(session.get(address).value ?? ''));
  useLayoutEffect(() => {
    const follow = () => {
      const text = shown(session.get(address).value ?? '');
      if (ref.current && ref.current.value !== text) ref.current.value = text;
    };
    follow();
    return session.store.sub(session.view(address), follow);
  }, [session, address, shown]);
  return { ref, defaultValue };
}
