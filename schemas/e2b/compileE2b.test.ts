import { describe, expect, it } from 'vitest';
import type { Catalogue, CatalogueItem } from '../compile/catalogue.types.ts';
import { compileE2b } from './compileE2b.ts';
import type { E2bSlot, E2bStructure } from './e2b.types.ts';

const structure: E2bStructure = {
  containers: [
    { container: 'batch', path: 'batch' },
    { container: 'message', in: 'batch', path: 'message', message: true },
    { container: 'person', in: 'message', path: 'person' },
    { container: 'parent', in: 'person', path: 'parent' },
    { container: 'history', in: ['person', 'parent'], path: 'history', row: { person: 'H', parent: 'P' } },
  ],
  attributes: {},
  order: { byName: {}, byType: {} },
};

function catalogueOf(items: Record<string, { e2b: E2bSlot[]; groups?: string[] }>): Catalogue {
  const groups = Object.fromEntries(
    ['H', 'P'].map((group) => [group, { group, groups: [group], rowsOf: null }]),
  );
  const all = Object.entries(items).map(
    ([itemId, item], sort) =>
      [
        itemId,
        { itemId, sort, groups: [], appendix: null, control: 'text', nullFlavors: [], ...item },
      ] as const,
  );
  return {
    items: Object.fromEntries(all) as unknown as Record<string, CatalogueItem>,
    groups,
    containers: [],
    appendices: [],
  } as unknown as Catalogue;
}

const compile = (items: Parameters<typeof catalogueOf>[0]) => compileE2b(catalogueOf(items), structure);

describe('the E2B map', () => {
  it('mounts one container in two places, each with its own rows', () => {
    const map = compile({
      mine: { e2b: [{ in: 'history', at: 'text' }], groups: ['H'] },
      theirs: { e2b: [{ in: 'parent.history', at: 'text' }], groups: ['P'] },
    });
    expect(map.slotsByItem.get('mine')?.[0]?.node).toMatchObject({
      id: 'history/text',
      levels: [{ group: 'H' }],
    });
    expect(map.slotsByItem.get('theirs')?.[0]?.node).toMatchObject({
      id: 'parent.history/text',
      levels: [{ group: 'P' }],
    });
  });

  it.each<[string, Parameters<typeof catalogueOf>[0], RegExp]>([
    ['an unknown container', { a: { e2b: [{ in: 'persn', at: 'x' }] } }, /persn, which does not exist/],
    [
      'an item that repeats differently from its location',
      { a: { e2b: [{ in: 'person', at: 'x' }], groups: ['H'] } },
      /repeats by H, its E2B location person by nothing/,
    ],
    [
      'two items at one location',
      { a: { e2b: [{ in: 'person', at: '@x' }] }, b: { e2b: [{ in: 'person', at: '@x' }] } },
      /items a and b have the same E2B location/,
    ],
    ['an unreadable path', { a: { e2b: [{ in: 'person', at: 'x[y]' }] } }, /"x\[y\]" is no step/],
  ])('refuses %s', (_what, items, message) => {
    expect(() => compile(items)).toThrow(message);
  });
});
