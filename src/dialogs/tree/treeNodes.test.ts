import { describe, expect, it } from 'vitest';
import { foundNodes, openable, seenNodes, treeStep, type TreeMove, type TreeNode } from './treeNodes.ts';

const TREE: readonly TreeNode[] = [
  {
    id: 'visit',
    label: 'Visit 1',
    type: 'PAGE',
    children: [
      {
        id: 'vital',
        label: 'Vital signs',
        type: 'GROUP',
        children: [{ id: 'bp', label: '혈압', type: 'ITEM' }],
      },
      { id: 'date', label: 'Date of visit', type: 'ITEM' },
    ],
  },
  { id: 'ae', label: 'Adverse events', type: 'PAGE' },
];
const ids = (nodes: readonly TreeNode[], open: string[] = []) =>
  seenNodes(nodes, new Set(open)).map(({ node }) => node.id);
const moved = (at: string, move: TreeMove, open: string[] = []) => {
  const step = treeStep(TREE, { at, open: new Set(open) }, move);
  return step && [step.at, ...step.open];
};

describe('a keyword', () => {
  it('leaves what holds it, with the way to it', () => {
    const found = foundNodes(TREE, '혈압');
    expect(openable(found)).toEqual(['visit', 'vital']);
    expect(ids(found, openable(found))).toEqual(['visit', 'vital', 'bp']);
  });
  it('leaves all that stands below what holds it', () => {
    expect(openable(foundNodes(TREE, ' VITAL '))).toEqual(['visit', 'vital']);
  });
  it('that is empty leaves everything, and an unknown one nothing', () => {
    expect(foundNodes(TREE, ' ')).toBe(TREE);
    expect(foundNodes(TREE, 'xyz')).toEqual([]);
  });
});

describe('a key', () => {
  it('opens, goes in, and comes out again', () => {
    expect(moved('visit', 'in')).toEqual(['visit', 'visit']);
    expect(moved('visit', 'in', ['visit'])).toEqual(['vital', 'visit']);
    expect(moved('vital', 'out', ['visit'])).toEqual(['visit', 'visit']);
    expect(moved('visit', 'out', ['visit'])).toEqual(['visit']);
  });
  it('walks through what is seen, and stays at the ends', () => {
    expect(moved('visit', 'down')).toEqual(['ae']);
    expect(moved('ae', 'down')).toBeNull();
    expect(moved('ae', 'in')).toBeNull();
    expect(moved('visit', 'up')).toBeNull();
    expect(moved('visit', 'out')).toBeNull();
    expect(moved('date', 'first', ['visit'])).toEqual(['visit', 'visit']);
    expect(moved('visit', 'last', ['visit'])).toEqual(['ae', 'visit']);
  });
});
