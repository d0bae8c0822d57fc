// @vitest-environment happy-dom
/** What was typed into a field that is left: it is stored as it is, or the user is informed. */
import { notifications, notificationsStore } from '@mantine/notifications';
import { Provider } from 'jotai';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import { realSources } from '../../../schemas/compile/testSources.ts';
import { ALL_ITEMS } from '../../../shared/access/userItemRights.ts';
import { addressAt } from '../../../shared/case/itemAddress.ts';
import { ItemField } from '../item/ItemField.tsx';
import { createConditions } from '../page/conditions.ts';
import { EngineContext, type Engine } from '../page/context.ts';
import { createFormState } from '../page/formState.ts';
import { stopForRefusedEntry } from '../page/refusedEntries.ts';
import { createResource } from '../page/resource.ts';
import type { CodeList } from '../services.ts';
import { createPageSession } from '../session/pageSession.ts';
import { fill } from '../../testing/render.tsx';

const catalogue = compileCatalogue(realSources);
const GROUP = addressAt(catalogue.roles['ageGroup'] ?? '', []);
const AGE = addressAt(catalogue.roles['ageNumber'] ?? '', []);
const UNIT = addressAt(catalogue.roles['ageUnit'] ?? '', []);
const INITIALS = addressAt(catalogue.roles['patientInitials'] ?? '', []);
const LIST: CodeList = {
  codes: [
    { code: '5', label: 'Adult' },
    { code: '803', label: 'weeks' },
  ],
  open: false,
  cached: true,
};

/** ends the fields that a test has drawn */
const drawn: (() => Promise<void>)[] = [];

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(async () => {
  // other files are in this document, too
  for (const end of drawn.splice(0)) await end();
  vi.unstubAllGlobals();
  notifications.clean();
});

const errors = () =>
  notificationsStore.getState().notifications.flatMap(({ id, role }) => (role === 'alert' ? (id ?? '') : []));

/** A field in which a text was typed, and that was left, while its codes are still on their way. */
async function fieldLeft(itemId: string, text: string) {
  const item = catalogue.items[itemId];
  if (!item) throw new Error(`the catalogue has no item ${itemId}`);
  const content = { values: [{ ...GROUP, value: '4', nullFlavor: null, notation: null }], rows: [] };
  const session = createPageSession({ content, catalogue, page: item.page, rowNo: 0, readOnly: false });
  const answer = Promise.withResolvers<CodeList>();
  const engine = {
    session,
    catalogue,
    language: 'en',
    appendix: null,
    services: {},
    readOnly: false,
    rights: ALL_ITEMS,
    form: createFormState(session.store, catalogue),
    conditions: createConditions(session, catalogue),
    codes: createResource(session.store, () => answer.promise),
    t: (key: string, { text: about = '' } = {}) => `${key} ${about}`.trim(),
  } as unknown as Engine;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const leavePage = () => act(async () => root.unmount());
  drawn.push(async () => {
    await leavePage();
    place.remove();
  });
  await act(async () =>
    root.render(
      <Provider store={session.store}>
        <EngineContext value={engine}>
          <ItemField item={item} />
        </EngineContext>
      </Provider>,
    ),
  );
  const input = place.querySelector('input');
  if (!input) throw new Error('there is no input');
  const type = (typed: string) => fill(input, typed);
  const focus = () => act(async () => input.focus());
  const leave = () => act(async () => input.blur());
  await focus();
  await type(text);
  await leave();
  return {
    session,
    input,
    focus,
    type,
    leave,
    leavePage,
    arrive: () => act(async () => answer.resolve(LIST)),
    fail: () => act(async () => answer.reject(new Error('no connection'))),
    words: () => place.textContent,
  };
}

it('is unsaved until its codes have arrived, and taken then, also into a page that was left', async () => {
  const { session, leavePage, arrive } = await fieldLeft(GROUP.itemId, 'Adult');
  expect(session.isDirty()).toBe(true);
  expect(session.changes().items).toEqual([]);
  await leavePage();
  await arrive();
  expect(session.changes().items).toMatchObject([{ ...GROUP, value: '5' }]);
  expect(session.store.get(session.pendingCount)).toBe(0);
  expect(errors()).toEqual([]);
});

it('is a number with its unit once the units have arrived', async () => {
  const { session, leavePage, arrive } = await fieldLeft(AGE.itemId, '2 weeks');
  await leavePage();
  await arrive();
  expect(session.changes().items).toMatchObject([
    { ...AGE, value: '2' },
    { ...UNIT, value: '803' },
  ]);
});

it('is not taken where the field is typed in again, until that is left', async () => {
  const { session, focus, type, leave, arrive } = await fieldLeft(GROUP.itemId, 'Adult');
  await focus();
  await type('Adu');
  await arrive();
  expect(session.changes().items).toEqual([]);
  await type('Adult');
  await leave();
  expect(session.changes().items).toMatchObject([{ ...GROUP, value: '5' }]);
});

it('stops the next action where it is no code, and where the codes have failed; a page that was left says so', async () => {
  const unknown = await fieldLeft(GROUP.itemId, 'Aduld');
  await unknown.arrive();
  expect(unknown.words()).toContain('notice.noCode Aduld');
  expect(stopForRefusedEntry(unknown.session)).toContain('notice.noCode Aduld');
  const failed = await fieldLeft(GROUP.itemId, 'Adult');
  await failed.fail();
  expect(failed.input.value).toBe('4');
  expect(stopForRefusedEntry(failed.session)).toContain('notice.noList Adult');
  expect(errors()).toEqual([]);
  const left = await fieldLeft(GROUP.itemId, 'Adult');
  await left.leavePage();
  await left.fail();
  expect(errors()).toEqual([expect.stringContaining('notice.noList Adult')]);
});

it('is never cut where it is too long, however often the field is entered again', async () => {
  const long = 'x'.repeat((catalogue.items[INITIALS.itemId]?.maxLength ?? 0) + 1);
  const { session, focus } = await fieldLeft(INITIALS.itemId, long);
  // the key that saves enters it again, and so do a dialog that is closed and the window
  await focus();
  expect(session.get(INITIALS).value).toBe(long);
});
