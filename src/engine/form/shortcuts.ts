import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';

/** Keys of the form. Each presses the button that does the same with the mouse, in the field that has the focus. */
export const SHORTCUTS = [
  { keys: 'Alt+N', code: 'KeyN', word: 'keys.nullFlavor', button: '[data-action="nullFlavor"]' },
  { keys: 'Alt+K', code: 'KeyK', word: 'keys.notation', button: '[data-action="notation"]' },
  { keys: 'Alt+L', code: 'KeyL', word: 'keys.lookUp', button: '[data-look-up]' },
  { keys: 'Alt+U', code: 'KeyU', word: 'keys.undo', button: '[data-action="undo"]' },
  { keys: 'Alt+M', code: 'KeyM', word: 'keys.menu', button: '[data-action="item"]' },
] as const;

type Shortcut = (typeof SHORTCUTS)[number];

const fits = (item: CatalogueItem, { code }: Shortcut): boolean => {
  if (code === 'KeyN') return item.nullFlavors.length > 0;
  if (code === 'KeyK') return item.notation;
  return code === 'KeyL' ? item.control === 'codedTerm' : true;
};

/** The shortcuts that do something in the field of an item. */
export const shortcutsFor = (item: CatalogueItem): readonly Shortcut[] =>
  SHORTCUTS.filter((shortcut) => fits(item, shortcut));

/** The same for assistive technology. */
export const shortcutsOf = (item: CatalogueItem): string =>
  shortcutsFor(item)
    .map(({ keys }) => keys)
    .join(' ');

const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-address]') : null;

/** The address key of the field an event happened in. */
export const addressKeyOf = (target: EventTarget | null): string | null =>
  fieldOf(target)?.dataset.address ?? null;

/** True when the keys were a shortcut of the field in focus, which has then been followed. */
export function followShortcut(event: KeyboardEvent): boolean {
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  // by the key's place: with Alt, some layouts make another letter of it
  const shortcut = SHORTCUTS.find(({ code }) => code === event.code);
  const button = shortcut && fieldOf(event.target)?.querySelector<HTMLButtonElement>(shortcut.button);
  if (!button) return false;
  event.preventDefault();
  button.click();
  return true;
}
