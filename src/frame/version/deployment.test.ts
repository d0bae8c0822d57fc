// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { RELOAD_ONCE_WITHIN_MS, rememberLater, rememberReload, verdictOn } from './deployment.ts';

beforeEach(() => sessionStorage.clear());
const NOW = 1_000_000_000;
const seen = (deployed: string, dirty = false) => verdictOn({ running: 'A', deployed, dirty }, NOW);

it('stays with the version that is deployed', () => {
  expect([seen('A'), seen('A', true)]).toEqual(['stay', 'stay']);
});

it('reloads for another one, and asks where edits are unsaved', () => {
  expect([seen('B'), seen('B', true)]).toEqual(['reload', 'ask']);
});

it('asks once about a version, and reloads for it when nothing is unsaved any more', () => {
  rememberLater('B');
  expect([seen('B', true), seen('B'), seen('C', true)]).toEqual(['stay', 'reload', 'ask']);
});

it('ends however often a balancer answers with two versions in turn', () => {
  let running = 'A';
  let reloads = 0;
  for (let page = 0; page < 50; page += 1) {
    const deployed = page % 2 === 0 ? 'B' : 'A';
    if (verdictOn({ running, deployed, dirty: false }, NOW + page) !== 'reload') continue;
    rememberReload(deployed, NOW + page);
    reloads += 1;
    // the page comes from the other one
    running = deployed === 'A' ? 'B' : 'A';
  }
  expect(reloads).toBeLessThanOrEqual(2);
});

it('reloads again for a version that comes back later', () => {
  rememberReload('B', NOW - RELOAD_ONCE_WITHIN_MS);
  expect(seen('B')).toBe('reload');
});
