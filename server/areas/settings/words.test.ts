import { expect, it } from 'vitest';
import { DESCRIBED_PARTS, fieldsOf } from '../../../shared/settings/describedSettings.ts';
import words from './words.json' with { type: 'json' };

it('has a name for every setting in the audit trail', () => {
  const settings = DESCRIBED_PARTS.flatMap((part) => fieldsOf(part).map(([name]) => `${part}.${name}`));
  expect(settings.filter((setting) => !Object.hasOwn(words, setting))).toEqual([]);
});
