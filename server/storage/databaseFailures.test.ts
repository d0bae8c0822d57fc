import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { failureOf } from './databaseFailures.ts';

function sent(code: string, severity: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 0, 'error');
  return Object.assign(error, { code, severity });
}

describe('a message that breaks the protocol', () => {
  it('is a fault of its statement, and no failure of the database', () => {
    expect(failureOf(sent('08P01', 'ERROR'), false)).toBeNull();
  });

  it('is a failure if the connection ends with it, as a proxy in front of the database does', () => {
    expect(failureOf(sent('08P01', 'FATAL'), false)).not.toBeNull();
    expect(failureOf(sent('08006', 'ERROR'), false)).not.toBeNull();
  });
});
