import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  formProvenance,
  formProvenanceText,
  masterProvenance,
  provenanceText,
  syncProvenance,
  syncProvenanceText,
} from './provenance.ts';

const number = fc.integer({ min: 1, max: 999_999_999 });
const provenance = fc.record(
  {
    by: fc.constant('master' as const),
    kind: fc.stringMatching(/^[a-z]{1,30}$/),
    recordKey: number,
    version: number,
    row: number,
  },
  { requiredKeys: ['by', 'kind', 'recordKey', 'version'] },
);

it('is read as it was written', () => {
  fc.assert(
    fc.property(provenance, (written) => {
      expect(masterProvenance(provenanceText(written))).toEqual(written);
    }),
  );
});

it('is nothing where the text is no provenance', () => {
  for (const text of [
    undefined,
    '',
    'master/product/0/1',
    'master/product/1',
    'master/__proto__/1/1',
    'master/product/1/1/0',
    'x',
  ])
    expect(masterProvenance(text)).toBeNull();
});

it('of a run that synchronised is read as it was written', () => {
  fc.assert(
    fc.property(fc.uuid(), number, (runKey, valueNo) => {
      const written = { by: 'sync' as const, runKey, valueNo };
      expect(syncProvenance(syncProvenanceText(written))).toEqual(written);
      expect(masterProvenance(syncProvenanceText(written))).toBeNull();
    }),
  );
});

it('of a printed form is read as it was written, and fits into its property', () => {
  const part = fc.integer({ min: 1, max: 999_999 });
  fc.assert(
    fc.property(fc.uuid(), part, part, (runKey, seq, valueNo) => {
      const written = { by: 'form' as const, runKey, seq, valueNo };
      const text = formProvenanceText(written);
      expect(formProvenance(text)).toEqual(written);
      expect(text.length).toBeLessThanOrEqual(60);
    }),
  );
});
