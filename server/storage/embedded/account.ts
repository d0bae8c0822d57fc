/** Under which account the embedded database runs: PostgreSQL refuses to run as root. */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SetupProblem } from '../../config.ts';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

const PREFERRED = ['postgres', 'nobody', 'daemon'];

/** The account to drop to, null when this process may run PostgreSQL itself. */
export function databaseAccount(): Account | null {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid = '', gid = '']) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const found = PREFERRED.map((name) => accounts.find((account) => account.name === name)).find(Boolean);
  if (found) return found;
  throw new SetupProblem(
    `running as root, but /etc/passwd has none of ${PREFERRED.join(', ')} to run PostgreSQL under; ` +
      'start Casewright as another user or set DATABASE_URL',
  );
}

/** May the account walk down to this directory? Judged by the mode bits of it and of all directories above. */
export function canEnter({ uid, gid }: Account, directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  const above = dirname(directory);
  const enters =
    !found || (found.mode & (found.uid === uid ? 0o100 : found.gid === gid ? 0o010 : 0o001)) !== 0;
  return enters && (above === directory || canEnter({ uid, gid, name: '' }, above));
}
