import { expect, it } from 'vitest';
import { fillTemplate } from './fillTemplate.ts';

const values: Record<string, string | number> = { name: '벨라노릭스', count: 3, text: '환자은(는) {name}' };
const filled = (template: string) => fillTemplate(template, (name) => values[name]);

it('replaces placeholders, and leaves those without a value', () => {
  expect(filled('{count} of {other}, {count}')).toBe('3 of {other}, 3');
  expect(filled('{name}')).toBe('벨라노릭스');
});

it('fits the Korean particle behind a value, also behind a quotation', () => {
  expect(filled('{name}을(를) 저장, “{name}”이(가) 있음, {count}(으)로')).toBe(
    '벨라노릭스를 저장, “벨라노릭스”가 있음, 3으로',
  );
});

it('leaves a value as it was typed', () => {
  expect(filled('{text}\n\n{name}은(는)')).toBe('환자은(는) {name}\n\n벨라노릭스는');
});
