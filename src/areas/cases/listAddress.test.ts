import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CASE_LIST_SORTS } from '../../../shared/contract/index.ts';
import { listPath, readListPlace } from './listAddress.ts';

it('begins with the cases changed last, 20 a page', () => {
  expect(readListPlace({}, new URLSearchParams())).toEqual({
    pageNo: 1,
    rowCount: 20,
    keyword: '',
    sort: 'updatedAt',
    direction: 'desc',
    deleted: 'N',
  });
});

it.each([
  [{ pageNo: '0', rowCount: '-5' }, 1, 20],
  [{ pageNo: 'x', rowCount: '1000' }, 1, 100],
  [{ pageNo: '1.5', rowCount: '50' }, 1, 50],
])('does not take nonsense from the address: %o', (params, pageNo, rowCount) => {
  expect(readListPlace(params, new URLSearchParams('sort=password&deleted=maybe'))).toMatchObject({
    pageNo,
    rowCount,
    sort: 'updatedAt',
    deleted: 'N',
  });
});

const anyPlace = fc.record({
  pageNo: fc.integer({ min: 1, max: 999 }),
  rowCount: fc.constantFrom(10, 15, 20, 25, 30, 50, 100),
  keyword: fc.string(),
  sort: fc.constantFrom(...CASE_LIST_SORTS),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  deleted: fc.constantFrom('ALL' as const, 'Y' as const, 'N' as const),
});

it('finds every place again from its address', () => {
  fc.assert(
    fc.property(anyPlace, (place) => {
      const url = new URL(listPath(place), 'http://localhost/');
      const [, , , pageNo, rowCount] = url.pathname.split('/');
      expect(readListPlace({ pageNo, rowCount }, url.searchParams)).toEqual(place);
    }),
  );
});
