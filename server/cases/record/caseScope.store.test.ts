import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const AREAS = join(import.meta.dirname, '../../areas');

/** Queries of areas that name the table of cases without the condition of scope, and why they may. */
const BEHIND_A_GUARD: Record<string, string> = {
  'case-pages/casePages.store.ts': 'distributions of a case that was found visible',
  'cases/cases.store.ts': 'flags and versions of cases whose keys the service has found in scope',
  'cases/signatures.store.ts': 'signatures of a case that was found visible',
  'cases/warningColumn.ts': 'warnings of rows that the list of cases has found in scope',
  'coding/changedCodes.store.ts': 'terms within the scope that the condition of the coding list says',
  'coding/codedTwice.store.ts': 'terms within the scope that the condition of the coding list says',
  'coding/codingQueue.store.ts': 'terms within the scope that the condition of the coding list says',
  'coding/upgradeList.ts': 'terms within the scope that the condition of the coding list says',
  'roles/roles.store.ts': 'the number of cases at a role, for administrators, and nothing of a case',
  'settings/workflowSettings.store.ts':
    'the number of cases in a step, for administrators, and nothing of a case',
  'submissions/submissions.store.ts': 'cases of a batch, or versions of a case, that were found visible',
};

it('every query of an area over cases has the condition of scope, or a guard before it', () => {
  const files = readdirSync(AREAS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  const unguarded = files.filter((file) => {
    const text = readFileSync(join(AREAS, file), 'utf8');
    return /['"` ]pv_case\b/.test(text) && !/caseInScope\(/.test(text);
  });
  expect(unguarded.toSorted()).toEqual(Object.keys(BEHIND_A_GUARD));
});
