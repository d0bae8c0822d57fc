import { expect, it } from 'vitest';
import { progressLines } from './progressLines.ts';

const whole =
  '{"progress":{"files":1}}\n{"progress":{"files":2}}\n{"status":422,"answer":{"success":false,"data":null,"errMsg":"한국어","errCode":"X"}}\n';

it('passes on each progress once, and returns the answer, wherever the text is divided', () => {
  for (let cut = 0; cut <= whole.length; cut += 1) {
    const seen: unknown[] = [];
    const lines = progressLines((progress) => seen.push(progress));
    const early = lines.read(whole.slice(0, cut));
    expect(early === null || cut === whole.length).toBe(true);
    expect(lines.read(whole)).toEqual({
      status: 422,
      text: '{"success":false,"data":null,"errMsg":"한국어","errCode":"X"}',
    });
    expect(seen).toEqual([{ files: 1 }, { files: 2 }]);
  }
});

it('returns no answer from an ordinary or unfinished one', () => {
  const seen: unknown[] = [];
  const lines = progressLines((progress) => seen.push(progress));
  expect(lines.read('')).toBeNull();
  expect(lines.read('{"progress":1}\n{"status":2')).toBeNull();
  expect(seen).toEqual([1]);
});
