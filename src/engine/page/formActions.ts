/** The actions of the buttons of a form, by their `data-action`. */
import { parseAddressKey } from '../../../shared/case/itemAddress.ts';
import { groupTaking } from '../paste/pastedInto.ts';
import type { Engine } from './context.ts';
import type { OpenMenu } from './formState.ts';
import { addressKeyOf } from './shortcuts.ts';

interface Pressed {
  engine: Engine;
  button: HTMLElement;
  /** key of the address of the field around the button */
  key: string;
}

type Action = (pressed: Pressed) => void;

/** Opens the menu of this kind at the button; pressed again, closes it. */
const toggleMenu =
  (kind: OpenMenu['kind']): Action =>
  ({ engine: { session, form }, button, key }) =>
    session.store.set(form.menu, (open) => (open?.anchor === button ? null : { kind, key, anchor: button }));

/** Buttons of a field. */
const FIELD_ACTIONS: Readonly<Record<string, Action>> = {
  item: toggleMenu('item'),
  nullFlavor: toggleMenu('nullFlavor'),
  translationPane: ({ engine: { session, form }, key }) => session.store.set(form.translationPane(key), true),
  ask: ({ engine: { services }, key }) => services.askQuestion?.(parseAddressKey(key)),
  why: ({ engine: { services }, key }) => services.showWhy?.({ kind: 'item', address: parseAddressKey(key) }),
};

/** Buttons of a group. */
const GROUP_ACTIONS: Readonly<Record<string, (engine: Engine, button: HTMLElement) => void>> = {
  pasteTable: ({ session, form }, button) => {
    const group = groupTaking(button);
    if (group) session.store.set(form.paste, { ...group, table: null });
  },
};

/** Runs the action of the button that an event of the form happened in; other buttons have listeners of their own. */
export function runAction(engine: Engine, target: EventTarget): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-action]') : null;
  const name = button?.dataset.action;
  if (!button || name === undefined) return;
  GROUP_ACTIONS[name]?.(engine, button);
  const key = addressKeyOf(button);
  if (key !== null) FIELD_ACTIONS[name]?.({ engine, button, key });
}
