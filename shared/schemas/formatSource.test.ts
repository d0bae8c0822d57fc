import { expect, it } from 'vitest';
import { realSources } from '../../schemas/compile/testSources.ts';
import { formatSource } from './formatSource.ts';

const laidOut = (text: string) => formatSource({ file: 'pages/XX.page.json', text });

it.each(realSources)('leaves $file unchanged', (source) => {
  expect(formatSource(source)).toBe(source.text);
});

it('formats other texts without changing their content', () => {
  const text = '{"a":1,\n"b":{"en":"x"},   "c":[1,2]}';
  expect(laidOut(text)).toBe('{ "a": 1, "b": { "en": "x" }, "c": [1, 2] }\n');
  expect(laidOut('{\n"a":[{"b":1,"c":2},{"b":1,"c":2}]}')).toBe(
    '{\n  "a": [\n    { "b": 1, "c": 2 },\n    { "b": 1, "c": 2 }\n  ]\n}\n',
  );
});

it('leaves invalid JSON unchanged', () => {
  expect(laidOut('{ "a": }')).toBeNull();
});

it('leaves a text unchanged that is deeper than any file', () => {
  expect(laidOut('['.repeat(20_000) + ']'.repeat(20_000))).toBeNull();
});
