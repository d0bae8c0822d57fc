/** The calls that each privilege opens, from the contract that the server enforces. */
import { PRIVILEGES } from '../../../shared/access/privileges.ts';
import type { DataOf, readPrivileges } from '../../../shared/contract/index.ts';
import { CALLS } from '../../http/openApi.ts';

export const opened = (): DataOf<typeof readPrivileges>['opens'] =>
  PRIVILEGES.map((privId) => ({
    privId,
    calls: CALLS.filter(([, { access }]) => typeof access !== 'string' && access.includes(privId)).map(
      ([, { method, path, summary }]) => ({ method, path, summary }),
    ),
  }));
