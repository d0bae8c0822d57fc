/** Addresses of mails. */
import { describe, expect, it } from 'vitest';
import { duplicatesIn, isAllowedAddress, isAllowedEntry, isMailAddress, MAX_ADDRESS } from './mailAddress.ts';

describe('an address', () => {
  it.each(['a@b.co', 'first.last+tag@sub.example.com', "o'neil@example.org", 'x@xn--bcher-kva.example'])(
    'is %s',
    (address) => expect(isMailAddress(address)).toBe(true),
  );

  it.each([
    '',
    'a',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b..co',
    '.a@b.co',
    'a..b@c.de',
    'A <a@b.co>',
    'a@b.co,c@d.ef',
    'a@b.co\r\nBcc: c@d.ef',
    `${'a'.repeat(65)}@b.co`,
    'a@-b.co',
    'a@b_c.de',
  ])('is not %j', (address) => expect(isMailAddress(address)).toBe(false));

  it('has at most 320 characters', () => {
    const domain = `${'d'.repeat(60)}.`.repeat(4).slice(0, MAX_ADDRESS - 65 - 3);
    expect(isMailAddress(`${'a'.repeat(64)}@${domain}.co`.replace('..', '.'))).toBe(true);
    expect(isMailAddress(`${'a'.repeat(64)}@${'d.'.repeat(200)}co`)).toBe(false);
  });
});

describe('an allowed address', () => {
  const allowed = ['@Example.com', 'ana@other.org'];
  it.each([
    ['bo@example.com', true],
    ['BO@EXAMPLE.COM', true],
    ['Ana@Other.org', true],
    ['bo@other.org', false],
    ['bo@sub.example.com', false],
    ['bo@notexample.com', false],
  ])('%s: %s', (address, is) => expect(isAllowedAddress(address, allowed)).toBe(is));

  it('is named by itself or by its domain', () => {
    expect(
      ['@example.com', 'a@example.com', 'example.com', '@', '@@example.com'].map(isAllowedEntry),
    ).toEqual([true, true, false, false, false]);
  });
});

it('finds duplicates whatever their capitals', () => {
  expect(duplicatesIn(['a@b.co', 'A@B.co', 'c@d.ef'])).toEqual(['a@b.co']);
});
