import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import fc from 'fast-check';
import { sealing } from './sealing.ts';

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'casewright-test-'));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const SECRET = 'a secret of an operator, long enough';

it('opens what it sealed, and nothing else', () => {
  const { sealed, opened } = sealing({ secret: SECRET, dataDir }, 'tokens');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, at) => {
      const box = sealed(text);
      expect(opened(box)).toBe(text);
      const place = at % box.length;
      box.writeUInt8(box.readUInt8(place) ^ 1, place);
      expect(() => opened(box)).toThrow();
    }),
  );
});

it('seals the same text differently each time, and unreadably', () => {
  const { sealed } = sealing({ secret: SECRET, dataDir }, 'tokens');
  expect(sealed('a token')).not.toEqual(sealed('a token'));
  expect(sealed('a token').toString('latin1')).not.toContain('token');
});

it.each([
  ['another secret', { secret: `${SECRET}!`, purpose: 'tokens' }],
  ['another purpose', { secret: SECRET, purpose: 'others' }],
])('does not open with %s', (_what, { secret, purpose }) => {
  const box = sealing({ secret: SECRET, dataDir }, 'tokens').sealed('a token');
  const { opened, openedOrNull } = sealing({ secret, dataDir }, purpose);
  expect(() => opened(box)).toThrow();
  expect(openedOrNull(box)).toBeNull();
});

it('makes itself a secret that nobody else may read, and keeps it', () => {
  const box = sealing({ secret: null, dataDir }, 'tokens').sealed('a token');
  const before = readFileSync(join(dataDir, 'secret.key'));
  expect(sealing({ secret: null, dataDir }, 'tokens').opened(box)).toBe('a token');
  expect(readFileSync(join(dataDir, 'secret.key'))).toEqual(before);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
});
