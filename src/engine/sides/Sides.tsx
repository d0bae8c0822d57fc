import { lazy, Suspense } from 'react';
import { useAtom } from 'jotai';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import type { SideBySideProps } from './SideBySide.tsx';

const SideBySide = lazy(() => import('./SideBySide.tsx'));

/** The dialog of a long text, once it is opened. */
export function Sides(props: Omit<SideBySideProps, 'onClose'>) {
  const { form } = useEngine();
  const [opened, open] = useAtom(form.sideBySide(addressKey(props.address)));
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <SideBySide {...props} onClose={() => open(false)} />
    </Suspense>
  );
}
