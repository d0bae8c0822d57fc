// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_LOAD_RETRIES } from '../../machines/page-load/pageLoad.machine.ts';
import { followNavigation } from '../app-context/navigation.ts';
import { loadGroup } from './loadGroup.ts';

const RETRIES = 'casewright.loadRetries.cases';
const fails = () => Promise.reject(new Error('chunk is gone'));
/** What the network does: version file and server answer, or nothing does. */
let online = true;
let reported: string[] = [];
beforeEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
  followNavigation({ state: { navigation: {} }, subscribe: () => () => {} });
  online = true;
  reported = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (!online) throw new TypeError('failed to fetch');
    if (/^\/(version\.json|readyz)/.test(String(address))) return Response.json({ version: '1.0.0' });
    reported.push(String(init?.body));
    return Response.json({});
  });
});

/** Neither a page nor a failure is drawn while the browser reloads. */
async function staysOpen(loading: Promise<unknown>): Promise<void> {
  const ended = vi.fn();
  void loading.then(ended, ended);
  await new Promise((later) => setTimeout(later, 30));
  expect(ended).not.toHaveBeenCalled();
}

it('gives what was loaded and forgets earlier retries', async () => {
  sessionStorage.setItem(RETRIES, '3');
  await expect(loadGroup('cases', () => Promise.resolve('page'))).resolves.toBe('page');
  expect(sessionStorage.getItem(RETRIES)).toBeNull();
});

it('reloads the page on a failure and remembers that it did, for this group alone', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  sessionStorage.setItem('casewright.loadRetries.home', '4');
  await staysOpen(loadGroup('cases', fails));
  expect(reload).toHaveBeenCalledOnce();
  expect(sessionStorage.getItem(RETRIES)).toBe('1');
  expect(sessionStorage.getItem('casewright.loadRetries.home')).toBe('4');
});

it('goes where the user wanted to, not back to where he came from', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  followNavigation({
    state: { navigation: { location: { pathname: '/1/2/en/KR/case/list', search: '?a=1', hash: '' } } },
    subscribe: () => () => {},
  });
  await staysOpen(loadGroup('cases', fails));
  expect(assign).toHaveBeenCalledExactlyOnceWith('/1/2/en/KR/case/list?a=1');
  expect(reload).not.toHaveBeenCalled();
});

it('gives up after the last retry, logs it, and begins anew next time', async () => {
  sessionStorage.setItem(RETRIES, String(MAX_LOAD_RETRIES));
  await expect(loadGroup('cases', fails)).rejects.toMatchObject({ name: 'PageLoadError', offline: false });
  expect(sessionStorage.getItem(RETRIES)).toBeNull();
  expect(reported.map((body) => JSON.parse(body) as object)).toMatchObject([
    { category: 'PAGE_LOAD', name: 'PageLoadError', message: expect.stringContaining('maximum of retries') },
  ]);
});

describe('without a connection', () => {
  it.each([0, MAX_LOAD_RETRIES])('says so and spends no retry, after %i', async (retries) => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    online = false;
    sessionStorage.setItem(RETRIES, String(retries));
    await expect(loadGroup('cases', fails)).rejects.toMatchObject({ name: 'PageLoadError', offline: true });
    expect(sessionStorage.getItem(RETRIES)).toBe(String(retries));
    expect(reload).not.toHaveBeenCalled();
  });
});
