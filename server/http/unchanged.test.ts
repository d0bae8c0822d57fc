import { expect, it } from 'vitest';
import { readCatalogue } from '../../shared/contract/items.ts';
import { encodedOnce } from './unchanged.ts';

it('serialises an answer once, however many ask for it', () => {
  let read = 0;
  const content = {
    get items() {
      read += 1;
      return {};
    },
  };
  const [first, second] = [encodedOnce(readCatalogue, content), encodedOnce(readCatalogue, content)];
  expect(read).toBe(1);
  expect(second.bytes).toBe(first.bytes);
  expect(JSON.parse(Buffer.from(first.bytes).toString())).toEqual({
    success: true,
    data: { items: {} },
    errMsg: null,
    errCode: null,
  });
});
