import { describe, expect, it } from 'vitest';
import { readInterval, telecomText, telecomValue } from './codecs.ts';
import { outElement } from './outElement.ts';
import { writeInterval } from './writeTimes.ts';
import { XmlElement } from './xmlTree.ts';

describe('a telecom value', () => {
  it.each([
    ['telma@example.com', 'telma@example.com'],
    ['fax.desk@example.com', 'fax.desk@example.com'],
    ['MAILTO:telma@example.com', 'telma@example.com'],
    ['Tel:+82 2 123', '+82 2 123'],
    ['mailto', ''],
  ])('%s is %s without its scheme', (value, text) => {
    expect(telecomText(value)).toBe(text);
  });

  it.each(['+82 2 123', 'a%20b', '<x> "y"', 'a\u00a0b', 'a\u2028b', '한빛 제약'])(
    '%j is read as it was written',
    (text) => {
      expect(telecomText(telecomValue('tel:', text))).toBe(text);
    },
  );
});

type Parts = Record<string, Record<string, string>>;

function quantity(parts: Parts): XmlElement {
  const element = new XmlElement('value', {}, 1, null);
  for (const [name, attributes] of Object.entries(parts))
    element.children.push(new XmlElement(name, attributes, 1, element));
  return element;
}

describe('a quantity', () => {
  it.each<Parts>([
    { low: { nullFlavor: 'NINF', unit: 'mg' } },
    { high: { nullFlavor: 'PINF', unit: 'mg' } },
    { center: { unit: 'mg' } },
    { center: { value: '5', unit: 'mg' } },
    { high: { value: '5', unit: 'mg', inclusive: 'true' }, low: { nullFlavor: 'NINF' } },
  ])('is written as it was read: %j', (parts) => {
    const { value = null, nullFlavor = null, unit = null } = readInterval(quantity(parts)) ?? {};
    const written = outElement('value', {});
    writeInterval(written, { value, nullFlavor }, unit);
    expect(Object.fromEntries(written.children.map(({ name, attributes }) => [name, attributes]))).toEqual(
      parts,
    );
  });

  it.each([
    ['false', '<5', true],
    ['0', '<5', true],
    ['1', '<=5', true],
    ['true', '<=5', true],
    ['perhaps', '<=5', false],
  ])('with a bound that is inclusive="%s" is %s', (inclusive, value, isClaimed) => {
    const read = readInterval(quantity({ high: { value: '5', inclusive } }));
    expect(read?.value).toBe(value);
    expect(read?.used.some(([, name]) => name === 'inclusive')).toBe(isClaimed);
  });

  it.each<[Parts, string[]]>([
    [
      { center: { value: '5', unit: 'mg' }, width: { value: '2', unit: 'mg' } },
      ['center.value', 'center.unit'],
    ],
    [
      { low: { nullFlavor: 'NINF', unit: 'mg' }, high: { nullFlavor: 'UNK', unit: 'kg' } },
      ['low.unit', 'low.nullFlavor'],
    ],
  ])('claims no more than its value holds: %j', (parts, claimed) => {
    const { used = [] } = readInterval(quantity(parts)) ?? {};
    const present = used.filter(([{ attributes }, name]) => attributes[name] !== undefined);
    expect(present.map(([{ name }, attribute]) => `${name}.${attribute}`)).toEqual(claimed);
  });
});
