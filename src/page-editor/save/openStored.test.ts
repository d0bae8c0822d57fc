// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { followNavigation } from '../../app-context/navigation.ts';
import { openStored } from './openStored.ts';

const ELSEWHERE = { pathname: '/case/list', search: '', hash: '' };

/** A router that can be on its way, and its listeners. */
function startRouter() {
  const listeners = new Set<() => void>();
  const router = {
    state: { navigation: {} as { location?: typeof ELSEWHERE } },
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  };
  followNavigation(router);
  return (location?: typeof ELSEWHERE) => {
    router.state = { navigation: location ? { location } : {} };
    for (const listener of listeners) listener();
  };
}

it('opens what was stored, once it is read', async () => {
  startRouter();
  const order: string[] = [];
  await openStored({
    read: () => Promise.resolve(order.push('read')),
    isOpen: () => true,
    open: () => void order.push('open'),
  });
  expect(order).toEqual(['read', 'open']);
});

it.each([
  ['before it was stored', true],
  ['while it is read', false],
])('leaves who goes to another page %s on their way', async (_when, isEarly) => {
  const goTo = startRouter();
  let isOpen = true;
  const reading = Promise.withResolvers<void>();
  const open = vi.fn();
  if (isEarly) goTo(ELSEWHERE);
  const opening = openStored({ read: () => reading.promise, isOpen: () => isOpen, open });
  if (!isEarly) goTo(ELSEWHERE);
  reading.resolve();
  await new Promise((later) => setTimeout(later));
  expect(open).not.toHaveBeenCalled();
  goTo();
  // as the other page is drawn
  queueMicrotask(() => (isOpen = false));
  await opening;
  expect(open).not.toHaveBeenCalled();
});

it('opens it where the other page was not reached', async () => {
  const goTo = startRouter();
  const open = vi.fn();
  goTo(ELSEWHERE);
  const opening = openStored({ read: () => Promise.resolve(), isOpen: () => true, open });
  goTo();
  await opening;
  expect(open).toHaveBeenCalledOnce();
});
