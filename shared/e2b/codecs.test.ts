import { describe, expect, it } from 'vitest';
import { telecomText, telecomValue } from './codecs.ts';

describe('a telecom value', () => {
  it.each(['+82 2 123', 'a%20b', '<x> "y"', 'a\u00a0b', 'a\u2028b', '한빛 제약'])(
    '%j is read as it was written',
    (text) => {
      expect(telecomText(telecomValue('tel:', text))).toBe(text);
    },
  );
});
