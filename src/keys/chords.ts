/** From a pressed key to the entry of the table, and from the table to what people and assistive technology read. */
import { KEYS, keyEntry, type KeyId } from './keyTable.ts';

/** What of a keyboard event tells the chord. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** A Mac's keyboard has Cmd where others have Ctrl. */
const isMac = (): boolean => ON_MAC;
// asked with each key
const ON_MAC = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

const CODES: Record<string, string> = { '/': 'Slash' };
const ASCII = /^[\x21-\x7e]$/;

/** The character a key means: as the layout says, or by its place where the layout writes no Latin (Hangul, Option on a Mac). */
const means = ({ key, code }: Pressed, wanted: string): boolean => {
  if (wanted.length > 1) return key === (wanted === 'Space' ? ' ' : wanted);
  if (ASCII.test(key)) return key.toUpperCase() === wanted;
  return code === (CODES[wanted] ?? `Key${wanted}`);
};

const PARTS = new Map<string, readonly string[]>(
  KEYS.flatMap(({ chords }) => chords.map((chord) => [chord, chord.split('+')])),
);

function fits(event: Pressed, chord: string, mac: boolean): boolean {
  // a symbol is typed with the modifiers its layout needs
  if (chord === '?') return event.key === '?' && !event.altKey && !event.ctrlKey && !event.metaKey;
  const parts = PARTS.get(chord) ?? chord.split('+');
  const wanted = parts.at(-1) ?? '';
  const mod = parts.includes('Mod');
  return (
    event.altKey === parts.includes('Alt') &&
    event.shiftKey === parts.includes('Shift') &&
    event.ctrlKey === (mod && !mac) &&
    event.metaKey === (mod && mac) &&
    means(event, wanted)
  );
}

/** The key of the table that was pressed, or null. */
export const pressedKey = (event: Pressed, mac: boolean = isMac()): KeyId | null =>
  KEYS.find(({ chords }) => chords.some((chord) => fits(event, chord, mac)))?.id ?? null;

const SYMBOLS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
};
const MAC_SYMBOLS: Record<string, string> = { ...SYMBOLS, Mod: '⌘', Alt: '⌥', Shift: '⇧' };

/** The text of a chord as on the keyboard: `Alt+N`, on a Mac `⌥N`. */
export function chordText(chord: string, mac: boolean = isMac()): string {
  const symbols = mac ? MAC_SYMBOLS : { ...SYMBOLS, Mod: 'Ctrl' };
  return chord
    .split('+')
    .map((part) => symbols[part] ?? part)
    .join(mac ? '' : '+');
}

/** The chord shown for a key. */
export const keyText = (id: KeyId, mac?: boolean): string => chordText(keyEntry(id).chords[0], mac);

/** Keys for `aria-keyshortcuts`. */
export const ariaKeys = (ids: readonly KeyId[], mac: boolean = isMac()): string =>
  ids
    .flatMap((id) => keyEntry(id).chords)
    .map((chord) => chord.replace('Mod', mac ? 'Meta' : 'Control'))
    .join(' ');
