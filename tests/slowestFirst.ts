/** The order of test files: the slowest first, so that no core waits at the end for a file that began late. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Many times longer than the other files of their project. */
const SLOWEST_FILES = [
  'tests/api/process.test.ts',
  'tests/api/blinding.test.ts',
  'tests/api/largeCases.test.ts',
  'tests/api/privileges.test.ts',
  'tests/api/backup.test.ts',
  'tests/api/powerLoss.test.ts',
  'tests/api/schemas.test.ts',
  'tests/api/schemasStart.test.ts',
  'tests/api/transportKills.test.ts',
  'tests/api/severalProcesses.test.ts',
];

/** Begins with the slowest files; a fresh clone knows no durations of the others. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => SLOWEST_FILES.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
