import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressOfLink, linkTo } from './deepLink.ts';

it('leads back to the address it was made for, whatever the page link already says', () => {
  const address = fc.record({
    itemId: fc.string({ minLength: 1 }),
    rowNo: fc.nat(),
    rowNo2: fc.nat(),
    rowNo3: fc.nat(),
  });
  fc.assert(
    fc.property(address, (to) => {
      const link = linkTo(to, 'http://localhost/case/1/detail/DG/2?item=x&rowNo=9&tab=a');
      expect(addressOfLink(new URL(link).searchParams)).toEqual(to);
      expect(link).toContain('tab=a');
    }),
  );
});

it('leads nowhere in particular without an item', () => {
  expect(addressOfLink(new URLSearchParams('rowNo=1'))).toBeNull();
});
