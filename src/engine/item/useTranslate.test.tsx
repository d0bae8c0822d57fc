// @vitest-environment happy-dom
/** A translation outlives the field and the page that it was begun in. */
import { act } from 'react';
import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { EngineContext, type Engine } from '../page/context.ts';
import { createPageSession } from '../session/pageSession.ts';
import { useTranslate } from './useTranslate.ts';
import { render, startWithEmptyDocument, unmount } from '../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const NARRATIVE = addressAt(catalogue.roles['narrative'] ?? '', []);

afterEach(() => notifications.clean());
startWithEmptyDocument();

const errors = () =>
  notificationsStore.getState().notifications.flatMap(({ id, role }) => (role === 'alert' ? (id ?? '') : []));

/** A field that is translating, and the answer of the service, which has not come yet. */
async function translating() {
  const session = createPageSession({
    content: { values: [{ ...NARRATIVE, value: 'A rash', nullFlavor: null, notation: null }], rows: [] },
    catalogue,
    page: catalogue.items[NARRATIVE.itemId]?.page ?? '',
    rowNo: 0,
    readOnly: false,
  });
  const answer = Promise.withResolvers<string>();
  const t = (key: string, { why }: { why: string }) => `${key}: ${why}`;
  // all that the hook reads of it
  const engine = { session, services: { translate: () => answer.promise }, t } as unknown as Engine;
  const onFailure = vi.fn();
  let end = Promise.resolve();
  function Field() {
    const { translate } = useTranslate(NARRATIVE, null);
    const start = () => {
      end = translate({ texts: ['A rash'], combine: ([one = '']) => one, onTranslated: () => {}, onFailure });
    };
    return <button type="button" onClick={start} />;
  }
  await render(
    <EngineContext value={engine}>
      <Field />
    </EngineContext>,
  );
  await act(async () => document.querySelector('button')?.click());
  const settle = (take: () => void) =>
    act(async () => {
      take();
      await end;
    });
  return { session, answer, onFailure, settle, leave: unmount };
}

it('counts as unsaved until it is there, and is written into a page that was left', async () => {
  const { session, answer, settle, leave } = await translating();
  expect(session.isDirty()).toBe(true);
  expect(session.changes().items).toEqual([]);
  await leave();
  await settle(() => answer.resolve('발진'));
  expect(session.changes().items).toMatchObject([{ ...NARRATIVE, notation: '발진' }]);
  expect(session.store.get(session.pendingCount)).toBe(0);
});

it('that failed says so at its field, and after that was left as an error', async () => {
  const here = await translating();
  await here.settle(() => here.answer.reject(new Error('no service')));
  expect(here.onFailure).toHaveBeenCalledWith('notice.notTranslated: no service');
  expect(errors()).toEqual([]);
  const left = await translating();
  await left.leave();
  await left.settle(() => left.answer.reject(new Error('no service')));
  expect(left.onFailure).not.toHaveBeenCalled();
  expect(errors()).toEqual([expect.stringContaining('notice.notTranslated: no service')]);
  expect(left.session.isDirty()).toBe(false);
});
