import { lazy, Suspense } from 'react';
import { useAtom } from 'jotai';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import type { TranslationPaneProps } from './TranslationPane.tsx';

const TranslationPane = lazy(() => import('./TranslationPane.tsx'));

/** The translation pane of an item, loaded when it is first opened. */
export function LazyTranslationPane(props: Omit<TranslationPaneProps, 'onClose'>) {
  const { form } = useEngine();
  const [opened, open] = useAtom(form.translationPane(addressKey(props.address)));
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <TranslationPane {...props} onClose={() => open(false)} />
    </Suspense>
  );
}
