import { describe, expect, it } from 'vitest';
import { mayTakeOut, ownerOf, tickedAtFirst } from './fileKinds.ts';
import type { WorkingFile } from './working/workingCopy.ts';

const changed = (file: string, state: Partial<WorkingFile> = {}): WorkingFile => ({
  file,
  active: 'before',
  text: 'after',
  origin: 'draft',
  delivered: true,
  draftBy: 'Me',
  draftAt: 't',
  hash: '#before',
  outdated: null,
  keeping: 'kept',
  ...state,
});
const ON_DISK = { origin: 'disk', draftBy: null, draftAt: null } as const;

describe('the owner of a change', () => {
  it('is who drafted it, or the disk', () => {
    expect(ownerOf(changed('a'), 'Me')).toBe('own');
    expect(ownerOf(changed('a'), 'Other')).toBe('other');
    expect(ownerOf(changed('a', ON_DISK), 'Me')).toBe('disk');
  });

  it('is the user for what was typed here and is not kept yet', () => {
    expect(ownerOf(changed('a', { ...ON_DISK, keeping: 'waiting' }), 'Me')).toBe('own');
    expect(ownerOf(changed('a', { draftBy: 'Other', keeping: 'overtaken' }), 'Me')).toBe('own');
  });
});

describe('what is ticked at first', () => {
  const theirs = changed('theirs', { draftBy: 'Other' });
  const onDisk = changed('disk', ON_DISK);

  it('is what is the own', () => {
    expect([...tickedAtFirst([theirs, changed('mine'), onDisk], 'Me')]).toEqual(['mine']);
  });

  it('is everything where nothing is', () => {
    expect([...tickedAtFirst([theirs, onDisk], 'Me')]).toEqual(['theirs', 'disk']);
  });
});

describe('taking out a file', () => {
  it('is for files in use that the product does not bring', () => {
    expect(mayTakeOut(changed('own', { delivered: false }))).toBe(true);
    expect(mayTakeOut(changed('of the product'))).toBe(false);
    expect(mayTakeOut(changed('not yet in use', { delivered: false, active: null }))).toBe(false);
    expect(mayTakeOut(changed('taken out', { delivered: false, text: null }))).toBe(false);
  });
});
