// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endClicks } from './endClicks.ts';

const clicked = vi.fn();

/** What a browser tells of one click of a series. */
function click(on: Element | null, detail: number): void {
  for (const type of ['mousedown', 'mouseup', 'click'])
    on?.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, cancelable: true }));
}
const at = (selector: string) => document.querySelector(selector);

beforeAll(() => endClicks(window));
beforeEach(() => {
  clicked.mockReset();
  document.body.innerHTML =
    '<button id="below"></button><div role="dialog"><table><tbody><tr><td></td></tr></tbody></table></div>';
  at('#below')?.addEventListener('mousedown', clicked);
  at('#below')?.addEventListener('click', clicked);
});

describe('a double click', () => {
  it('that has closed a dialog is none on what lies below; the next click is', () => {
    at('td')?.addEventListener('click', () => at('[role=dialog]')?.remove());
    click(at('td'), 1);
    click(at('#below'), 2);
    expect(clicked).not.toHaveBeenCalled();
    click(at('#below'), 1);
    expect(clicked).toHaveBeenCalledTimes(2);
  });

  it('on what is still there is two clicks', () => {
    at('td')?.addEventListener('click', clicked);
    click(at('td'), 1);
    click(at('td'), 2);
    expect(clicked).toHaveBeenCalledTimes(2);
  });
});
