import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaCheckIn } from './schemaCheck.ts';
import { withoutValue } from './withoutValue.ts';

const of = (name: string, base: string, facets: string): string =>
  `<xs:element name="${name}"><xs:complexType><xs:attribute name="value"><xs:simpleType>
    <xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>
  <xs:element name="${name}Text"><xs:simpleType>
    <xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element>`;
const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  ${of('pattern', 'string', '<xs:pattern value="[0-9]{8}"/>')}
  ${of('enumeration', 'string', '<xs:enumeration value="A"/>')}
  ${of('length', 'string', '<xs:maxLength value="3"/>')}
  ${of('number', 'decimal', '<xs:maxInclusive value="3"/><xs:fractionDigits value="1"/>')}
  ${of('day', 'date', '')}
</xs:schema>`;
/** Personal texts, some with what the library writes behind a value. */
const VALUES = ['qzx-1969', `qzx' is not accepted by qzx`, '1969', '1969.0131'];

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'schema-'));
  mkdirSync(join(dir, 'multicacheschemas'));
  writeFileSync(join(dir, 'multicacheschemas', 'MCCI_IN200100UV01.xsd'), SCHEMA);
});
afterAll(() => rmSync(dir, { recursive: true }));

describe('a finding of the schema set', () => {
  it.each(['pattern', 'enumeration', 'length', 'number', 'day'])('has no value in the log: %s', (name) => {
    const check = schemaCheckIn(dir);
    const found = VALUES.flatMap((value) => [
      ...(check?.(`<${name} value="${value}"/>`) ?? []),
      ...(check?.(`<${name}Text>${value}</${name}Text>`) ?? []),
    ]);
    expect(found.length).toBeGreaterThan(2);
    expect(found.join('\n')).toMatch(/qzx|1969/);
    for (const finding of found) {
      const logged = withoutValue(finding);
      expect(logged).not.toMatch(/qzx|1969/);
      // which element it is about, and why
      expect(logged).toMatch(new RegExp(`^\\d+: Element '${name}.*(facet|type)`));
    }
  });

  it('about the structure stays as it is', () => {
    const finding = `3: Element '{urn:hl7-org:v3}id': This element is not expected. Expected is ( {urn:hl7-org:v3}code ).`;
    expect(withoutValue(finding)).toBe(finding);
  });
});
