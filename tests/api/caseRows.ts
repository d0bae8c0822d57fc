/** Rows of the case list, for tests of other things than the list. */
import { readColumns, saveColumns, type ListRow } from '../../shared/contract/index.ts';
import type { TestServer } from './harness.ts';

const params = { menuId: 'MU-CS' };

export const caseKeyOf = ({ rowKey }: ListRow): number => Number(rowKey);

/** Lets the user see every column of the list's own, so that its rows say all they can. Answers them. */
export async function showAllColumns({ call }: Pick<TestServer, 'call'>, token: string) {
  const { data } = await call(readColumns, { params, token });
  const own = data.listInfo.filter(({ page }) => page === '');
  const visible = own.map(({ columnId }) => columnId);
  await call(saveColumns, { params, body: { visible }, token });
  return own;
}
