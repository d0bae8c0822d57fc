import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DELETED, listPath, readListState, type ListState } from './listState.ts';

const PATH = 'some/list';

it('begins with the first 20 rows, in the order of the list, without deleted ones', () => {
  expect(readListState({}, new URLSearchParams())).toEqual({
    pageNo: 1,
    rowCount: 20,
    keyword: '',
    sort: '',
    direction: 'desc',
    deleted: 'N',
    view: null,
    edited: false,
  });
});

it('has as many rows as the user wants where the address does not say', () => {
  expect(readListState({}, new URLSearchParams(), 50).rowCount).toBe(50);
  expect(readListState({ pageNo: '1', rowCount: '10' }, new URLSearchParams(), 50).rowCount).toBe(10);
});

it.each([
  [{ pageNo: '0', rowCount: '-5' }, 1, 20],
  [{ pageNo: 'x', rowCount: '1000' }, 1, 100],
  [{ pageNo: '1.5', rowCount: '50' }, 1, 50],
])('does not take nonsense from the address: %o', (params, pageNo, rowCount) => {
  const search = new URLSearchParams('deleted=maybe&view=-1.5&edited=Y&direction=up');
  expect(readListState(params, search)).toMatchObject({
    pageNo,
    rowCount,
    deleted: 'N',
    view: null,
    edited: false,
    direction: 'desc',
  });
});

it('leaves alone what else the page has in its address', () => {
  const state = readListState({}, new URLSearchParams('target=overdue&keyword=x'));
  const search = new URLSearchParams('target=overdue&keyword=x&sort=old');
  expect(listPath(PATH, { ...state, keyword: '' }, search)).toBe(`${PATH}/1/20?target=overdue`);
});

const anyState: fc.Arbitrary<ListState> = fc
  .record({
    pageNo: fc.integer({ min: 1, max: 999 }),
    rowCount: fc.constantFrom(10, 15, 20, 25, 30, 50, 100),
    keyword: fc.string({ maxLength: 200 }),
    sort: fc.constantFrom('caseNo', 'X.1.2', ''),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    deleted: fc.constantFrom(...DELETED),
    view: fc.option(fc.integer({ min: 1 })),
    edited: fc.boolean(),
  })
  // without a column there is no direction, and without a view nothing to go on from
  .map((state) => ({
    ...state,
    direction: state.sort ? state.direction : 'desc',
    edited: state.view !== null && state.edited,
  }));

it('restores every state from its address', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const url = new URL(listPath(PATH, state), 'http://localhost/');
      const [, , , pageNo, rowCount] = url.pathname.split('/');
      expect(readListState({ pageNo, rowCount }, url.searchParams)).toEqual(state);
    }),
  );
});
