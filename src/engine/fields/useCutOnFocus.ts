import type { FieldProps } from './registry.ts';
import { useEngine } from '../form/context.ts';

/** On focus a text longer than its item allows is cut (specification section 5): said aloud, and undone on request. */
export function useCutOnFocus({ item, current, readOnly, onValue, onNotice }: FieldProps): () => void {
  const { t } = useEngine();
  return () => {
    const { value } = current;
    if (readOnly || item.maxLength === null || value === null || value.length <= item.maxLength) return;
    onValue(value.slice(0, item.maxLength));
    onNotice({ message: t('notice.cut', { count: item.maxLength }), undo: () => onValue(value) });
  };
}
