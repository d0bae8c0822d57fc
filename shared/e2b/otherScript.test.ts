/** Bytes whose letters tell the script and the encoding. */
import { describe, expect, it } from 'vitest';
import { otherScriptIn } from './otherScript.ts';

const RUSSIAN = 'Больной жалуется на сильную головную боль и сыпь после приёма препарата';
const UKRAINIAN = 'Пацієнт скаржиться на головний біль і висип після прийому препарату';
const GREEK = 'Ο ασθενής ανέφερε έντονο πονοκέφαλο και εξάνθημα μετά τη λήψη του φαρμάκου';

/** As the platform reads it; null: no letter of the encoding. */
const bytesIn = (encoding: string, text: string): Uint8Array => {
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [
      new TextDecoder(encoding).decode(new Uint8Array([byte])),
      byte,
    ]),
  );
  return new Uint8Array([...text].map((letter) => byteOf.get(letter) ?? 0x3f));
};

describe('the encoding of a text', () => {
  it.each([
    ...['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'].flatMap((encoding) => [
      [`Cyrillic in ${encoding}`, RUSSIAN],
      [`Cyrillic in ${encoding}`, RUSSIAN.toUpperCase()],
    ]),
    ['Cyrillic in windows-1251', UKRAINIAN],
    ['Greek in windows-1253', GREEK],
    ['Greek in windows-1253', GREEK.toUpperCase()],
  ])('%s: %s', (expected, text) => {
    const encoding = expected.split(' ').at(-1) ?? '';
    expect(otherScriptIn(bytesIn(encoding, text))).toBe(expected);
  });

  it.each([
    ['windows-1252', 'Die Größe der Übelkeit überstieg das Maß; „früher“ war es täglich ÄÖÜ, äöü, ß'],
    ['windows-1252', 'La créée été déjà à l’hôpital, où l’œdème a régressé — 37 °C'],
    ['windows-1250', 'Pacjentka zgłosiła świąd, gorączkę i ból głowy po przyjęciu leku'],
    ['windows-1254', 'Hastanın şikâyeti baş ağrısı ve döküntü, ilaç alımından sonra başladı'],
  ])('%s is not mistaken for another: %s', (encoding, text) => {
    expect(otherScriptIn(bytesIn(encoding, text))).toBeNull();
  });

  it('of East Asia is not mistaken for another', () => {
    const korean = [0xc8, 0xaf, 0xc0, 0xda, 0xb4, 0xc2, 0x20, 0xb9, 0xdf, 0xbf, 0xad];
    const chinese = [0xbb, 0xbc, 0xd5, 0xdf, 0xb3, 0xf6, 0xcf, 0xd6, 0xb7, 0xa2, 0xc8, 0xc8];
    const japanese = [0xb4, 0xb5, 0xbc, 0xd4, 0xa4, 0xcf, 0xc8, 0xaf, 0xc7, 0xae];
    for (const bytes of [korean, chinese, japanese]) expect(otherScriptIn(new Uint8Array(bytes))).toBeNull();
  });
});
