// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { firstPosition, leaveOneStop, moved, positionOf, stopAt, type GridMove } from './gridFocus.ts';

let table: HTMLTableElement;
beforeEach(() => {
  document.body.innerHTML = `
    <table>
      <thead><tr data-row="">
        <th id="h0"></th><th><button id="sort"></button><button id="filter"></button></th><th id="h2"></th>
      </tr></thead>
      <tbody>
        <tr data-row="a"><td id="a0"></td><td><a id="a1" href="/a"></a></td><td id="a2"></td></tr>
        <tr data-row="b"><td id="b0"></td><td><a id="b1" href="/b"></a></td><td><input id="b2"></td></tr>
      </tbody>
    </table>`;
  table = document.querySelector('table') as HTMLTableElement;
});
const at = (id: string) => document.getElementById(id) as HTMLElement;
const go = (from: string, move: GridMove) => {
  const position = positionOf(table, at(from));
  return position && (moved(table, position, move)?.id ?? null);
};

describe('a move', () => {
  it.each<[string, GridMove, string | null]>([
    ['a0', { by: 'stops', count: 1 }, 'a1'],
    ['a2', { by: 'stops', count: 1 }, null],
    ['sort', { by: 'stops', count: 1 }, 'filter'],
    ['h2', { by: 'stops', count: -1 }, 'filter'],
    ['filter', { by: 'rows', count: 1 }, 'a1'],
    ['a1', { by: 'rows', count: -1 }, 'sort'],
    ['a1', { by: 'rows', count: 10 }, 'b1'],
    ['b1', { by: 'rows', count: 1 }, null],
    ['b1', { by: 'row', to: 'start' }, 'b0'],
    ['b0', { by: 'row', to: 'end' }, 'b2'],
    ['b2', { by: 'grid', to: 'start' }, 'a0'],
    ['h0', { by: 'grid', to: 'end' }, 'b2'],
  ])('from %s by %o leads to %s', (from, move, to) => {
    expect(go(from, move)).toBe(to);
  });
});

it('leaves one stop in the order of Tab', () => {
  leaveOneStop(table, at('a1'));
  expect([...table.querySelectorAll('[tabindex="0"]')].map(({ id }) => id)).toEqual(['a1']);
  expect(at('filter').tabIndex).toBe(-1);
});

it('begins in the first row', () => {
  expect(stopAt(table, firstPosition(table))?.id).toBe('a0');
});

it('stays on a row that has moved, and goes on beside one that is gone', () => {
  const position = positionOf(table, at('a1'));
  if (!position) throw new Error('a1 has a place');
  table.tBodies[0]?.append(at('a0').parentElement as HTMLElement);
  expect(stopAt(table, position)?.id).toBe('a1');
  at('a0').parentElement?.remove();
  expect(stopAt(table, position)?.id).toBe('b1');
});
