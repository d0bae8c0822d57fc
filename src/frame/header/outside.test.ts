import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chatbotWindow, isOfChina, manualAddress, privacyAddress, type OutsideLinks } from './outside.ts';

const LINKS: OutsideLinks = {
  manual: 'https://manual.example/v1.1',
  manualV2: 'https://manual.example/v2?from=app',
  privacy: 'https://example.com/privacy',
  helpCenter: null,
  chatbot: null,
};
const NONE: OutsideLinks = { manual: null, manualV2: null, privacy: null, helpCenter: null, chatbot: null };
const NOON_IN_SEOUL = Date.UTC(2024, 11, 22, 3);

describe('the online manual', () => {
  it('is the older one until noon in Seoul of 2024-12-22, then the newer one with the language', () => {
    expect(manualAddress(LINKS, NOON_IN_SEOUL - 1, 'ko')).toBe('https://manual.example/v1.1');
    expect(manualAddress(LINKS, NOON_IN_SEOUL, 'ko')).toBe('https://manual.example/v2?from=app&language=ko');
  });

  it('is what the installation has', () => {
    const now = NOON_IN_SEOUL + 1;
    expect(manualAddress({ ...LINKS, manualV2: null }, now, 'en')).toBe(LINKS.manual);
    expect(manualAddress({ ...LINKS, manual: null }, NOON_IN_SEOUL - 1, 'en')).toBeNull();
    expect(manualAddress(NONE, now, 'en')).toBeNull();
  });
});

describe('the privacy policy', () => {
  it.each([
    ['en', 'en'],
    ['ko', 'ko'],
    ['ja', 'jp'],
    ['zh', 'cn'],
  ] as const)('of %s opens as %s', (language, locale) => {
    expect(privacyAddress(LINKS, language)).toBe(`https://example.com/privacy?locale=${locale}`);
  });

  it('is nowhere where none is set up', () => {
    expect(privacyAddress(NONE, 'en')).toBeNull();
  });
});

it.each([
  ['casewright.cn', true],
  ['CN1.example.com', true],
  ['www.example.com', false],
  ['localhost', false],
])('the host name %s is one for China: %s', (host, expected) => {
  expect(isOfChina(host)).toBe(expected);
});

it('opens the chatbot as high as the screen lets it', () => {
  expect(chatbotWindow(999)).toEqual({ width: 460, height: 784 });
  expect(chatbotWindow(1000)).toEqual({ width: 460, height: 850 });
  fc.assert(fc.property(fc.nat(5000), (height) => chatbotWindow(height).height <= Math.max(784, height)));
});
