// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { dropAllDrafts, dropDraft, keepDraft, readDraft } from './drafts.ts';

beforeEach(() => sessionStorage.clear());

it('gives a draft back to the user who left it, at the place where he left it', () => {
  keepDraft(7, 'case/1/DM', { value: 'JD' });
  expect(readDraft(7, 'case/1/DM')).toEqual({ value: 'JD' });
  expect(readDraft(8, 'case/1/DM')).toBeNull();
  expect(readDraft(7, 'case/1/AE')).toBeNull();
});

it('forgets a draft that was saved or given up', () => {
  keepDraft(7, 'case/1/DM', 1);
  dropDraft(7, 'case/1/DM');
  expect(readDraft(7, 'case/1/DM')).toBeNull();
});

it('forgets all drafts at log-out, and nothing else', () => {
  sessionStorage.setItem('casewright.token', 't');
  keepDraft(7, 'case/1/DM', 1);
  keepDraft(7, 'case/2/DM', 1);
  dropAllDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['casewright.token']);
});

it('does not break the typing where the storage is full', () => {
  keepDraft(7, 'case/1/DM', 'old');
  const { sessionStorage: real } = globalThis;
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { setItem, removeItem: (name: string) => real.removeItem(name) });
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  keepDraft(7, 'case/1/DM', 'new');
  vi.unstubAllGlobals();
  expect(warned).toHaveBeenCalledOnce();
  // an outdated draft would be worse than none
  expect(readDraft(7, 'case/1/DM')).toBeNull();
});
