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
  const told = { view: 0, frame: 0, settled: 0 };
  for (const kind of ['view', 'frame', 'settled'] as const)
    store.sub(views[kind]('name'), () => {
      told[kind] += 1;
    });
  return {
    told,
    shown: (kind: keyof typeof told) => store.get(views[kind]('name')).current.value,
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
    const { say, shown, told, views } = open();
    say('Aspirin 100');
    expect(shown('view')).toBe('Aspirin 100');
    views.refresh('name');
    views.refreshAll();
    expect(told.view).toBe(1);
  });

  it('of a frame are silent while only the words change, and speak when the field becomes changed or empty', () => {
    const { say, shown, told } = open();
    say('Aspirin 1');
    expect(told.frame).toBe(1);
    say('Aspirin 10');
    say('Aspirin 100');
    expect(told.frame).toBe(1);
    say('Aspirin');
    expect(told.frame).toBe(2);
    say(null);
    expect(told.frame).toBe(3);
    expect(shown('frame')).toBeNull();
  });

  it('that are settled follow once, when the typing pauses', () => {
    const { say, shown, told } = open();
    for (const text of ['A', 'As', 'Asp']) {
      say(text);
      vi.advanceTimersByTime(PAUSE_MS - 1);
    }
    expect(told.settled).toBe(0);
    expect(shown('settled')).toBe('Aspirin');
    vi.advanceTimersByTime(PAUSE_MS);
    expect(told.settled).toBe(1);
    expect(shown('settled')).toBe('Asp');
  });
});
