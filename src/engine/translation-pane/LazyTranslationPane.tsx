import { useAtom } from 'jotai';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import type { TranslationPaneProps } from './TranslationPane.tsx';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const TranslationPane = lazyComponent(async () => (await import('./TranslationPane.tsx')).TranslationPane);

/** The translation pane of an item, loaded when it is first opened. */
export function LazyTranslationPane(props: Omit<TranslationPaneProps, 'onClose'>) {
  const { form } = useEngine();
  const [opened, open] = useAtom(form.translationPane(addressKey(props.address)));
  if (!opened) return null;
  return <TranslationPane {...props} onClose={() => open(false)} />;
}
