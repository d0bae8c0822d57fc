import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { differs, EMPTY_VALUE, type ItemValue } from '../../../shared/case/itemValue.ts';
import { createViews, PAUSE_MS } from './views.ts';

/** Views over one value, which `say` changes; what each kind tells is counted. */
function open() {
  const store = createStore();
  const original: ItemValue = { ...EMPTY_VALUE, value: 'Aspirin' };
  let current = original;
  const views = createViews(store, () => ({
    current,
    original,
    changed: differs(current, original),
    overtaken: false,
  }));
  const changes = { view: 0, frame: 0, settled: 0 };
  for (const kind of ['view', 'frame', 'settled'] as const)
    store.sub(views[kind]('name'), () => {
      changes[kind] += 1;
    });
  return {
    told: changes,
    shown: (kind: keyof typeof changes) => store.get(views[kind]('name')).current.value,
    say(value: string | null) {
      current = { ...current, value };
      views.refresh('name');
    },
    views,
  };
}

describe('views of an address', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('follow at once, and stay silent where nothing has become different', () => {
    const { say, shown, told: changes, views } = open();
    say('Aspirin 100');
    expect(shown('view')).toBe('Aspirin 100');
    views.refresh('name');
    views.refreshAll();
    expect(changes.view).toBe(1);
  });

  it('of a frame are silent while only the words change, and speak when the field becomes changed or empty', () => {
    const { say, shown, told: changes } = open();
    say('Aspirin 1');
    expect(changes.frame).toBe(1);
    say('Aspirin 10');
    say('Aspirin 100');
    expect(changes.frame).toBe(1);
    say('Aspirin');
    expect(changes.frame).toBe(2);
    say(null);
    expect(changes.frame).toBe(3);
    expect(shown('frame')).toBeNull();
  });

  it('that are settled follow once, when the typing pauses', () => {
    const { say, shown, told: changes } = open();
    for (const text of ['A', 'As', 'Asp']) {
      say(text);
      vi.advanceTimersByTime(PAUSE_MS - 1);
    }
    expect(changes.settled).toBe(0);
    expect(shown('settled')).toBe('Aspirin');
    vi.advanceTimersByTime(PAUSE_MS);
    expect(changes.settled).toBe(1);
    expect(shown('settled')).toBe('Asp');
  });
});
