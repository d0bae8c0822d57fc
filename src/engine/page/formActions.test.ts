// @vitest-environment happy-dom
/** What the buttons of a form do, pressed through the one listener of the form. */
import { atom, createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Engine } from './context.ts';
import { runAction } from './formActions.ts';
import type { OpenMenu, OpenPaste } from './formState.ts';

const FIELD = 'A.1|2|0|0';
const LIST = 'A.r|2';

function open() {
  const store = createStore();
  const beside = atom(false);
  const form = {
    menu: atom<OpenMenu | null>(null),
    paste: atom<OpenPaste | null>(null),
    translationPane: (_key: string) => beside,
  };
  const showWhy = vi.fn();
  // the parts of an engine that buttons use
  const engine = { session: { store }, form, services: { showWhy } } as unknown as Engine;
  return { engine, store, form, beside, showWhy };
}

function press(engine: Engine, selector: string): HTMLElement {
  const pressed = document.querySelector<HTMLElement>(selector);
  if (!pressed) throw new Error(`nothing is drawn at ${selector}`);
  runAction(engine, pressed);
  return pressed;
}

beforeEach(() => {
  document.body.innerHTML = `
    <div data-address="${FIELD}">
      <button data-action="item"><svg id="icon"></svg></button>
      <button data-action="nullFlavor"></button>
      <button data-action="why"></button>
      <button data-action="translationPane"></button>
      <button data-action="lookUp"></button>
      <input id="field" />
    </div>
    <button data-action="item" id="outside"></button>
    <div data-list="${LIST}"><div><button data-action="pasteTable"></button></div></div>`;
});

describe('a button of a field', () => {
  it.each(['item', 'nullFlavor'] as const)('opens the menu %s, and closes it again', (kind) => {
    const { engine, store, form } = open();
    const anchor = press(engine, `[data-address] [data-action="${kind}"]`);
    expect(store.get(form.menu)).toEqual({ kind, key: FIELD, anchor });
    press(engine, `[data-address] [data-action="${kind}"]`);
    expect(store.get(form.menu)).toBeNull();
  });

  it('is found from the icon that was pressed in it', () => {
    const { engine, store, form } = open();
    press(engine, '#icon');
    expect(store.get(form.menu)).toMatchObject({ kind: 'item', key: FIELD });
  });

  it('asks why the item is as it is', () => {
    const { engine, showWhy } = open();
    press(engine, '[data-action="why"]');
    expect(showWhy).toHaveBeenCalledExactlyOnceWith({
      kind: 'item',
      address: { itemId: 'A.1', rowNo: 2, rowNo2: 0, rowNo3: 0 },
    });
  });

  it('opens a text beside its second language', () => {
    const { engine, store, beside } = open();
    press(engine, '[data-action="translationPane"]');
    expect(store.get(beside)).toBe(true);
  });

  it.each(['[data-action="lookUp"]', '#field', '#outside'])('does nothing at %s', (selector) => {
    const { engine, store, form, showWhy } = open();
    press(engine, selector);
    expect([store.get(form.menu), store.get(form.paste)]).toEqual([null, null]);
    expect(showWhy).not.toHaveBeenCalled();
  });
});

describe('a button of a group', () => {
  it('opens the paste dialog for its list', () => {
    const { engine, store, form } = open();
    press(engine, '[data-action="pasteTable"]');
    expect(store.get(form.paste)).toMatchObject({ table: null, group: 'A.r' });
  });
});
