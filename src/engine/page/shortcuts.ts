import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { parseAddressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import { ariaKeys, keyText, type KeyHandlers, type KeyId } from '../../keys/index.ts';

/** Keys of a field. Each presses the button that does the same with the mouse, in the field that has the focus. */
const BUTTONS = {
  nullFlavor: '[data-action="nullFlavor"]',
  notation: '[data-action="notation"]',
  translationPane: '[data-action="translationPane"]',
  lookUp: '[data-look-up], [data-action="choose"]',
  recommend: '[data-action="recommend"]',
  openList: '[data-action="openList"]',
  undoItem: '[data-action="undo"]',
  itemMenu: '[data-action="item"]',
  askQuestion: '[data-action="ask"]',
} as const satisfies Partial<Record<KeyId, string>>;

type FieldKey = keyof typeof BUTTONS;

const LISTED: readonly CatalogueItem['control'][] = ['codeList', 'date'];

/** A long text in two languages is read and written beside each other, too. */
export const hasSides = ({ control, notation }: CatalogueItem): boolean => notation && control === 'longText';

const FITS: Partial<Record<FieldKey, (item: CatalogueItem) => boolean>> = {
  nullFlavor: ({ nullFlavors }) => nullFlavors.length > 0,
  notation: ({ notation }) => notation,
  translationPane: (item) => hasSides(item),
  lookUp: ({ control, selection }) => control === 'codedTerm' || selection !== undefined,
  recommend: ({ coding }) => coding?.recommended === true,
  // a form that is no case has none: the button tells its key where there is one
  askQuestion: () => false,
  openList: ({ control }) => LISTED.includes(control),
};

const keysOf = (item: CatalogueItem): FieldKey[] =>
  (Object.keys(BUTTONS) as FieldKey[]).filter((id) => FITS[id]?.(item) ?? true);

/** The shortcuts of the field of an item; `word` is their short name. */
export const shortcutsFor = (item: CatalogueItem): readonly { keys: string; word: string }[] =>
  keysOf(item).map((id) => ({ keys: keyText(id), word: `keys:short.${id}` }));

/** The same for assistive technology. */
export const shortcutsOf = (item: CatalogueItem): string => ariaKeys(keysOf(item));

const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-address]') : null;

/** The address key of the field an event happened in. */
export const addressKeyOf = (target: EventTarget | null): string | null =>
  fieldOf(target)?.dataset.address ?? null;

/** The address of the field that has the focus, or null. */
export function focusedAddress(): ItemAddress | null {
  const key = addressKeyOf(document.activeElement);
  return key === null ? null : parseAddressKey(key);
}

const buttonOf = (at: EventTarget | null, id: FieldKey): HTMLButtonElement | null =>
  fieldOf(at)?.querySelector<HTMLButtonElement>(BUTTONS[id]) ?? null;

const press = (id: FieldKey) => (event: KeyboardEvent) => {
  const button = buttonOf(event.target, id);
  if (!button) return false;
  button.click();
};

/** The action of a key of a field, as an entry of its menu; null where the field around `at` has no button for it. */
export function pressing(at: Element | null, id: FieldKey): (() => void) | null {
  const button = buttonOf(at, id);
  return button && (() => button.click());
}

/** The handlers of the keys of a field. */
export const FIELD_KEYS: KeyHandlers = Object.fromEntries(
  (Object.keys(BUTTONS) as FieldKey[]).map((id) => [id, press(id)]),
);
