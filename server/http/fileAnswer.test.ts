import { validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dispositionOf, typeOf } from './fileAnswer.ts';

it.each([
  ['report.xml', `attachment; filename="report.xml"; filename*=UTF-8''report.xml`],
  ['사례 1.xml', `attachment; filename="__ 1.xml"; filename*=UTF-8''%EC%82%AC%EB%A1%80%201.xml`],
  ['a"b\\c.xml', `attachment; filename="a_b_c.xml"; filename*=UTF-8''a%22b%5Cc.xml`],
  ["it's (1)*.xml", `attachment; filename="it's (1)*.xml"; filename*=UTF-8''it%27s%20%281%29%2A.xml`],
  ['a\u202Egpj.exe', `attachment; filename="a_gpj.exe"; filename*=UTF-8''a_gpj.exe`],
  ['a\u2066b\r\nc\u200F.xml', `attachment; filename="a_b__c_.xml"; filename*=UTF-8''a_b__c_.xml`],
])('names the file %s', (name, header) => {
  expect(dispositionOf(name)).toBe(header);
});

it('is one header line for any name, and gives back the name without controls', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const header = dispositionOf(name);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(
        name.toWellFormed().replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '_'),
      );
    }),
  );
});

it.each([
  ['text/plain; charset=utf-8', 'text/plain; charset=utf-8'],
  ['text/plain; charset=한글', 'application/octet-stream'],
  ['application/fhir+json', 'application/octet-stream'],
  ['a scan', 'application/octet-stream'],
])('declares %s, as a message may have it, as %s', (mediaType, declared) => {
  expect(typeOf(mediaType)).toBe(declared);
});

it('declares any media type so that it fits into a header', () => {
  const parameter = fc.string({ unit: 'binary' }).map((text) => `text/plain;${text}`);
  fc.assert(
    fc.property(parameter, (mediaType) => {
      expect(() => validateHeaderValue('content-type', typeOf(mediaType))).not.toThrow();
    }),
  );
});
