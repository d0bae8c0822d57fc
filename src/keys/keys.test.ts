/** The table of keys: nothing bound twice, everything named, and read as people's keyboards write it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../i18n/languages.ts';
import { ariaKeys, chordText, keyText, pressedKey, type Pressed } from './chords.ts';
import { isComposing, isSubmitEnter } from './composing.ts';
import { KEYS } from './keyTable.ts';

const SOURCE = join(import.meta.dirname, '..');
const GUIDE = join(SOURCE, '..', 'docs', 'keyboard.md');

const pressed = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...more,
});

/** What browsers and screen readers keep for themselves, or users would miss most. */
const TAKEN = [
  'Alt+ArrowLeft',
  'Alt+ArrowRight',
  'Alt+Home',
  'Alt+D',
  'Alt+F',
  'Alt+E',
  'Alt+F4',
  'Alt+Tab',
  'Alt+Space',
  'Mod+A',
  'Mod+C',
  'Mod+V',
  'Mod+X',
  'Mod+F',
  'Mod+L',
  'Mod+N',
  'Mod+P',
  'Mod+R',
  'Mod+T',
  'Mod+W',
  'F3',
  'F5',
  'F6',
  'F7',
  'F10',
  'F11',
  'F12',
  'Tab',
  'Escape',
];

describe('the table of keys', () => {
  const chords = KEYS.flatMap((entry) => entry.chords.map((chord) => chord as string));

  it('binds no chord twice', () => {
    expect(chords.filter((chord, index) => chords.indexOf(chord) !== index)).toEqual([]);
  });

  it('takes no chord that browsers and assistive technology need', () => {
    expect(chords.filter((chord) => TAKEN.includes(chord))).toEqual([]);
  });

  it.each(LANGUAGES)('has words for every key and place in %s', (language) => {
    const file = join(SOURCE, 'i18n', 'locales', language, 'keys.json');
    const words = JSON.parse(readFileSync(file, 'utf8')) as Record<'actions' | 'scopes', object>;
    expect(Object.keys(words.actions).sort()).toEqual(KEYS.map(({ id }) => id as string).sort());
    expect(Object.keys(words.scopes).sort()).toEqual(
      [...new Set(KEYS.map(({ scope }) => scope as string))].sort(),
    );
  });

  it('stands in the guide, row by row', () => {
    const guide = readFileSync(GUIDE, 'utf8');
    const missing = KEYS.filter(({ chords: own }) => {
      const line = `| ${own.map((chord) => `\`${chordText(chord, false)}\``).join(' ')} |`;
      return !guide.includes(line);
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('is found again by the chord of each entry, on both kinds of keyboard', () => {
    for (const mac of [false, true])
      for (const { id, chords: own } of KEYS)
        for (const chord of own) expect([id, pressedKey(typed(chord, mac), mac)]).toEqual([id, id]);
  });
});

function typed(chord: string, mac: boolean): Pressed {
  const parts = chord.split('+');
  const last = parts.at(-1) ?? '';
  return pressed(last === 'Space' ? ' ' : last, {
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift') || last === '?',
    ctrlKey: parts.includes('Mod') && !mac,
    metaKey: parts.includes('Mod') && mac,
  });
}

describe('a pressed key', () => {
  it('counts by its place where the layout writes no Latin letter', () => {
    expect(pressedKey(pressed('ㅜ', { code: 'KeyN', altKey: true }), false)).toBe('nullFlavor');
    expect(pressedKey(pressed('˜', { code: 'KeyN', altKey: true }), true)).toBe('nullFlavor');
    expect(pressedKey(pressed('ㄴ', { code: 'KeyS', ctrlKey: true }), false)).toBe('save');
  });

  it('counts by its letter where the layout has moved it', () => {
    expect(pressedKey(pressed('a', { code: 'KeyQ', altKey: true }), false)).toBe('addRow');
    expect(pressedKey(pressed('q', { code: 'KeyA', altKey: true }), false)).toBe('askQuestion');
  });

  it('is nothing with AltGr, with Ctrl on a Mac, or with Cmd elsewhere', () => {
    expect(pressedKey(pressed('n', { code: 'KeyN', altKey: true, ctrlKey: true }), false)).toBeNull();
    expect(pressedKey(pressed('k', { code: 'KeyK', ctrlKey: true }), true)).toBeNull();
    expect(pressedKey(pressed('k', { code: 'KeyK', metaKey: true }), false)).toBeNull();
  });

  it('reads as the keyboard writes it', () => {
    expect(keyText('save', false)).toBe('Ctrl+S');
    expect(keyText('save', true)).toBe('⌘S');
    expect(keyText('nextRow', false)).toBe('Alt+↓');
    expect(ariaKeys(['itemMenu', 'save'], false)).toBe('F2 Alt+M Control+S');
    expect(ariaKeys(['save'], true)).toBe('Meta+S');
  });
});

describe('Enter', () => {
  it('means "do it" only outside of a composition', () => {
    expect(isSubmitEnter({ key: 'Enter' })).toBe(true);
    expect(isSubmitEnter({ key: 'Enter', isComposing: true })).toBe(false);
    expect(isSubmitEnter({ key: 'Enter', keyCode: 229 })).toBe(false);
    expect(isComposing({ key: 'Enter', nativeEvent: { isComposing: true, keyCode: 13 } })).toBe(true);
    expect(isSubmitEnter({ key: 'a' })).toBe(false);
  });

  it('is asked for by the one helper, and forms are submitted by the one component', () => {
    const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/\.(test|stories)\.tsx?$/.test(name),
    );
    const strays = sources.filter((name) => {
      if (/keys\/(composing|keyTable)\.ts$|components\/SubmitForm\.tsx$/.test(name)) return false;
      return /'Enter'|<form[\s>]/.test(readFileSync(join(SOURCE, name), 'utf8'));
    });
    expect(strays).toEqual([]);
  });
});
