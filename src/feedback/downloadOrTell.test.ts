// @vitest-environment happy-dom
import { notifications, notificationsStore } from '@mantine/notifications';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { downloadReport } from '../../shared/contract/index.ts';
import { downloadOrTell } from './downloadOrTell.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { failures: { noAnswer: 'No answer' } } } }));
afterAll(() => notifications.clean());

it('says that the server did not answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')));
  await downloadOrTell(downloadReport, { params: { caseKey: 1, reportId: 'XML' } });
  vi.unstubAllGlobals();
  const shown = notificationsStore.getState().notifications.map(({ id }) => id);
  expect(shown).toEqual(['error No answer']);
});
