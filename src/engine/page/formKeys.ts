/** The handlers of the open form for the keys of the table. */
import { isTextField, type KeyHandlers } from '../../keys/index.ts';
import type { Engine } from './context.ts';
import { revealItem, revealRow } from './revealItem.ts';
import { rowKeys } from '../rows/rowKeys.ts';
import { FIELD_KEYS } from './shortcuts.ts';

/** Handlers of one open form; each answers `false` where the page around it may have the key. */
export function formKeys(engine: Engine): KeyHandlers {
  const { session, services, catalogue, language, form, t } = engine;
  const step =
    (take: () => ReturnType<typeof session.undo>, done: 'undone' | 'redone') => (event: KeyboardEvent) => {
      const typed = event.target instanceof HTMLElement && event.target.dataset.draft !== undefined;
      // a half-typed entry that is no value yet has the browser's own undo
      if (session.readOnly || typed) return false;
      const touched = take();
      if (!touched) return;
      const isItem = 'itemId' in touched;
      const label = isItem
        ? catalogue.items[touched.itemId]?.label
        : catalogue.groups[touched.group]?.rowLabel;
      // the focus may be where it was: only this tells what has changed
      session.store.set(form.announcement, t(done, { what: label?.[language] ?? '' }));
      if (isItem) revealItem(engine, touched);
      else revealRow(engine, touched);
    };
  return {
    ...FIELD_KEYS,
    ...rowKeys(engine),
    undo: step(() => {
      if (session.store.get(session.canUndo)) return session.undo();
      services.undoElsewhere?.();
      return null;
    }, 'undone'),
    redo: step(session.redo, 'redone'),
    help: ({ target }) => {
      const form = target instanceof Element ? target.closest('[data-form]') : null;
      const button = form?.querySelector<HTMLElement>('[data-action="help"]');
      if (!button) return false;
      button.click();
    },
  };
}

/**
 * Those that work wherever the focus is on the page, e.g. on the tab that opened it; a text that is typed outside of the form
 * has the browser's own undo.
 */
export function keysAroundForm({ undo, redo }: KeyHandlers): KeyHandlers {
  const unlessTyping =
    (handle: KeyHandlers['undo']) =>
    (event: KeyboardEvent): boolean | void =>
      handle !== undefined && !isTextField(event.target) ? handle(event) : false;
  return { undo: unlessTyping(undo), redo: unlessTyping(redo) };
}
