import { describe, expect, it } from 'vitest';
import { StepLimitExceeded } from '../../shared/expressions/steps.ts';
import { FileStoreUnavailable } from '../files/objectStore.ts';
import { caseChanged, caseReadOnly } from '../problems.ts';
import { CommitOutcomeUnknown, DatabaseUnavailable } from '../storage/databaseFailures.ts';
import { errorOf, failureOf } from './threadFailure.ts';

const lost = Object.assign(new Error('Connection terminated'), { code: '57P01' });

const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });

describe('a failure of a thread', () => {
  it.each([
    ['a problem with its details', caseChanged([{ itemId: 'D.1' }])],
    ['a problem with its values', caseReadOnly(7, 'locked')],
    ['an expression that takes too long', new StepLimitExceeded('D.1')],
    ['a database that is away', new DatabaseUnavailable(lost, true)],
    ['a commit whose outcome is not known', new CommitOutcomeUnknown(lost)],
    ['a file storage that is away', new FileStoreUnavailable(full, true)],
    ['a statement that is refused', Object.assign(new Error('out of range'), { code: '22003' })],
  ])('arrives as it was thrown: %s', (_, error) => {
    const arrived = errorOf(structuredClone(failureOf(error)));
    expect(arrived).toBeInstanceOf(error.constructor);
    expect(arrived).toMatchObject({ ...error, name: error.name, message: error.message });
  });

  it('of its disk is one of the file storage', () => {
    expect(errorOf(failureOf(full))).toBeInstanceOf(FileStoreUnavailable);
  });
});
