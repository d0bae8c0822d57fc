// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { MAX_LOAD_RETRIES } from '../../machines/page-load/pageLoad.machine.ts';
import { loadGroup } from './loadGroup.ts';

const RETRIES = 'casewright.loadRetries.cases';
const fails = () => Promise.reject(new Error('chunk is gone'));
beforeEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

it('gives what was loaded and forgets earlier retries', async () => {
  sessionStorage.setItem(RETRIES, '3');
  await expect(loadGroup('cases', () => Promise.resolve('page'))).resolves.toBe('page');
  expect(sessionStorage.getItem(RETRIES)).toBeNull();
});

it('reloads the page on a failure and remembers that it did', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const ended = vi.fn();
  void loadGroup('cases', fails).then(ended, ended);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(sessionStorage.getItem(RETRIES)).toBe('1');
  // neither a page nor a failure is drawn while the browser reloads
  await new Promise((later) => setTimeout(later, 20));
  expect(ended).not.toHaveBeenCalled();
});

it('gives up with the reason after the last retry, and begins anew next time', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  sessionStorage.setItem(RETRIES, String(MAX_LOAD_RETRIES));
  await expect(loadGroup('cases', fails)).rejects.toThrow('chunk is gone');
  expect(sessionStorage.getItem(RETRIES)).toBeNull();
});
