import { expect, it } from 'vitest';
import type { ReadMessage } from '../../shared/e2b/index.ts';
import type { MessageDetails } from '../../shared/import/import.types.ts';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { messageChecker } from './messageChecker.ts';
import { messageResult } from './messageResult.ts';

const catalogue = openCatalogue();
const checker = messageChecker(catalogue, new Date('2026-01-01T00:00:00Z'));
const blinded = Object.values(catalogue.whole.items).filter((item) => item.blinded);

it('keeps findings that tell something of blinded values apart', () => {
  const values = blinded.map(({ itemId, groups }) => ({
    itemId,
    rowNo: groups.length > 0 ? 1 : 0,
    rowNo2: groups.length > 1 ? 1 : 0,
    rowNo3: 0,
    value: 'no such code',
    nullFlavor: null,
    notation: null,
  }));
  const rows = [...new Set(blinded.flatMap(({ groups }) => groups))].map((group, depth) => ({
    group,
    rowNo: 1,
    rowNo2: depth > 0 ? 1 : 0,
    rowNo3: 0,
    rowId: `00000000-0000-4000-8000-00000000000${depth}`,
    sort: 1,
    deleted: false,
  }));
  const envelope = [
    ['N.1.4', 'ZZFDA'],
    ['N.2.r.3', 'CDER'],
  ].map(([itemId = '', value = '']) => ({
    itemId,
    rowNo: 0,
    rowNo2: 0,
    rowNo3: 0,
    value,
    nullFlavor: null,
    notation: null,
  }));
  const content = { values: [...envelope, ...values], rows };
  const message = {
    number: 1,
    content,
    residue: [],
    residueLines: [],
    notes: [],
    line: 1,
    form: 'R3',
  } as ReadMessage;
  const { details, errors } = messageResult(checker, message, content);
  const { findings, blindedFindings } = JSON.parse(String(details)) as MessageDetails;
  const ids = new Set(blinded.map(({ itemId }) => itemId));
  expect(blindedFindings.some(({ itemId }) => ids.has(itemId))).toBe(true);
  expect(findings.some(({ itemId }) => ids.has(itemId))).toBe(false);
  expect(errors).toBe(findings.filter(({ severity }) => severity === 'error').length);
});
