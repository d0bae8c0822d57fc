import { expect, it } from 'vitest';
import { readExposition, valueOf } from './exposition.ts';

const family = (type: string, ...samples: string[]) =>
  [`# HELP x help`, `# TYPE x ${type}`, ...samples, ''].join('\n');

it('reads names, labels and values', () => {
  const families = readExposition(family('gauge', 'x{a="1 \\"\\\\\\n,}",b=""} 1.5e3', 'x NaN'));
  expect(families.get('x')).toEqual({
    type: 'gauge',
    help: 'help',
    samples: [
      { name: 'x', labels: { a: '1 "\\\n,}', b: '' }, value: 1500 },
      { name: 'x', labels: {}, value: Number.NaN },
    ],
  });
  expect(valueOf(families, 'x', { b: '' })).toBe(1500);
});

it.each([
  ['no end', '# HELP x help\n# TYPE x gauge\nx 1'],
  ['no family', 'x 1\n'],
  ['no type', '# HELP x help\nx 1\n'],
  ['another family', family('gauge', 'y 1')],
  ['a value that is no number', family('gauge', 'x one')],
  ['a series twice', family('gauge', 'x{a="1",b="2"} 1', 'x{b="2",a="1"} 1')],
  ['a label twice', family('gauge', 'x{a="1",a="2"} 1')],
  ['an open label', family('gauge', 'x{a="1} 1')],
  ['a line break in a label', family('gauge', 'x{a="\n"} 1')],
  ['a counter below 0', family('counter', 'x -1')],
  [
    'falling buckets',
    family('histogram', 'x_bucket{le="1"} 2', 'x_bucket{le="+Inf"} 1', 'x_sum 1', 'x_count 1'),
  ],
  ['another count', family('histogram', 'x_bucket{le="+Inf"} 1', 'x_sum 1', 'x_count 2')],
])('refuses %s', (_what, text) => {
  expect(() => readExposition(text)).toThrow(Error);
});
