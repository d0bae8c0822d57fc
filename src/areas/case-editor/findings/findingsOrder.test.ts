import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileCatalogue } from '../../../../schemas/compile/compileCatalogue.ts';
import { addressAt, addressKey } from '../../../../shared/case/itemAddress.ts';
import type { Finding } from '../../../../shared/rules/finding.types.ts';
import { findingAfter, findingKey, findingsByPage, type Severity } from './findingsOrder.ts';
import { findItems, itemQuery } from '../../../catalogue/items/itemSearch.ts';
import { shownPages } from '../shownPages.ts';

const pages = new URL('../../../../schemas/pages/', import.meta.url);
const catalogue = compileCatalogue(
  readdirSync(pages)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file: `pages/${file}`, text: readFileSync(new URL(file, pages), 'utf8') })),
);
const shown = shownPages(catalogue, false);

const finding = (itemId: string, rows: number[], severity: Severity, ruleId = 'r'): Finding => ({
  ...addressAt(itemId, rows),
  ruleId,
  severity,
  message: { en: '', ko: '', ja: '', zh: '' },
});
const DRUG_2 = finding('G.k.2.2', [2], 'error');
const DRUG_1 = finding('G.k.4.r.1a', [1, 1], 'warning');
const DRUG_1_LATER = finding('G.k.9.i.4', [1, 1], 'error');
const CASE = finding('C.1.3', [], 'warning');
const CASE_WORSE = finding('C.1.5', [], 'error');
const SAME_FIELD = finding('C.1.5', [], 'info', 'other');
const ALL = [DRUG_2, DRUG_1, DRUG_1_LATER, CASE, CASE_WORSE, SAME_FIELD];

describe('the to-do list', () => {
  it('goes by page in the order of the tabs, the worst first', () => {
    const listed = findingsByPage(catalogue, ALL);
    expect(listed.map(({ page }) => page.page)).toEqual(['CI', 'DG']);
    expect(listed[0]?.findings).toEqual([CASE_WORSE, CASE, SAME_FIELD]);
    expect(listed[1]?.findings).toEqual([DRUG_1_LATER, DRUG_2, DRUG_1]);
  });

  it('holds what stands on pages that are not shown, and never leads there', () => {
    const some = shown.filter(({ page }) => page !== 'CI');
    expect(findingsByPage(catalogue, [CASE])).toMatchObject([{ findings: [CASE] }]);
    expect(findingAfter(catalogue, some, [CASE], { visited: null, at: null }, 1)).toBeNull();
  });
});

describe('walking through the findings', () => {
  const walk = (by: 1 | -1, steps: number) => {
    const seen: string[] = [];
    let visited: string | null = null;
    for (let step = 0; step < steps; step += 1) {
      const next: Finding | null = findingAfter(catalogue, shown, ALL, { visited, at: null }, by);
      visited = next && findingKey(next);
      seen.push(next ? addressKey(next) : '');
    }
    return seen;
  };
  const ORDER = ['C.1.3|0|0|0', 'C.1.5|0|0|0', 'G.k.4.r.1a|1|1|0', 'G.k.9.i.4|1|1|0', 'G.k.2.2|2|0|0'];

  it('stops at each field once, page by page and row by row, and begins anew at the end', () => {
    expect(walk(1, 6)).toEqual([...ORDER, ORDER[0]]);
    expect(walk(-1, 6)).toEqual([...ORDER.toReversed(), ORDER.at(-1)]);
  });

  it('goes on from the field the user is in', () => {
    const from = { visited: findingKey(CASE), at: addressAt('G.k.1', [1]) };
    expect(findingAfter(catalogue, shown, ALL, from, 1)).toBe(DRUG_1);
    expect(findingAfter(catalogue, shown, ALL, from, -1)).toBe(CASE_WORSE);
  });
});

describe('going to an item', () => {
  const idsOf = (text: string, language: 'en' | 'ko' = 'en') =>
    findItems(catalogue, shown, language, itemQuery(text)).map(({ item }) => item.itemId);

  it('finds by the id, the exact one first', () => {
    expect(idsOf('e.i.4')[0]).toBe('E.i.4');
    expect(idsOf('G.k.4.r.1')).toContain('G.k.4.r.1a');
  });

  it('finds by words of the label in the language of the user, with the page as one of them', () => {
    const label = catalogue.items['E.i.4']?.label.ko ?? '';
    expect(idsOf(label, 'ko')).toContain('E.i.4');
    expect(idsOf('start of reactions')).toContain('E.i.4');
    expect(idsOf('no such words at all')).toEqual([]);
    expect(idsOf(' ')).toEqual([]);
  });

  it('understands the row asked for', () => {
    expect(itemQuery('lot number #12')).toEqual({ words: ['lot', 'number'], place: 12 });
    expect(itemQuery('C.1.1')).toEqual({ words: ['c.1.1'], place: null });
  });
});
