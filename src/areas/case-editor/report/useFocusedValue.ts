/** The value whose field has, or last had, the focus. */
import { useEffect, useState } from 'react';
import { addressKeyOf } from '../../../engine/index.ts';

/** Its address key; null until a field takes the focus. */
export function useFocusedValue(): string | null {
  const [key, setKey] = useState(() => addressKeyOf(document.activeElement));
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const next = addressKeyOf(target);
      // outside of fields the last one stays lit
      if (next !== null) setKey(next);
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return key;
}
