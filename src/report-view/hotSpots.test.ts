/** The places of a page of a report lead to the values that it prints. */
import { describe, expect, it } from 'vitest';
import { addressAt, addressKey } from '../../shared/case/itemAddress.ts';
import type { ReportPage, TextRun } from '../../shared/reports/report.types.ts';
import { hotSpotsOf, litSpots, pageOf } from './hotSpots.ts';

const NAME = addressAt('name', []);
const SEX = addressAt('sex', []);
const DATE = addressAt('date', []);

const run = (text: string, x: number, y: number, address?: TextRun['address']): TextRun => ({
  text,
  x,
  y,
  width: 20,
  size: 8,
  family: 'latin',
  bold: false,
  ...(address && { address }),
});

const page = (): ReportPage => ({
  width: 600,
  height: 800,
  fills: [],
  strokes: [],
  ticks: [],
  blocks: [
    { box: '1', role: 'caption', runs: [run('1. NAME', 0, 8)] },
    { box: '1', role: 'content', runs: [run('A', 0, 20, NAME), run('(', 22, 20), run('M', 30, 20, SEX)] },
    { box: '1', role: 'content', runs: [run('rest', 0, 30, NAME)] },
  ],
  spots: [
    {
      box: '1',
      label: 'NAME',
      kind: 'box',
      x: 0,
      y: 0,
      width: 100,
      height: 40,
      addresses: [NAME, SEX, DATE],
    },
    { box: '1', label: 'yes', kind: 'tick', x: 60, y: 0, width: 10, height: 10, addresses: [DATE] },
    { box: '2', label: 'SIGNATURE', kind: 'box', x: 0, y: 40, width: 100, height: 40, addresses: [] },
  ],
  watermark: [],
});

describe('the hot spots of a page', () => {
  it('are each box with a value, and the values in it', () => {
    const spots = hotSpotsOf(page());
    expect(spots.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'box A(M rest',
      'value A rest',
      'value M',
      'tick ',
    ]);
    expect(spots[0]?.address).toEqual(NAME);
    expect(spots[1]).toMatchObject({ x: 0, width: 20, address: NAME });
    expect(spots[3]?.address).toEqual(DATE);
  });

  it('that print a value are lit by it; else those that read it', () => {
    const spots = hotSpotsOf(page());
    const litBy = (key: string) =>
      spots.filter((spot) => litSpots(spots, key).has(spot.key)).map(({ kind }) => kind);
    expect(litBy(addressKey(NAME))).toEqual(['box', 'value']);
    expect(litBy(addressKey(DATE))).toEqual(['tick']);
    expect(litBy('other|0|0|0')).toEqual([]);
    expect(litSpots(spots, null).size).toBe(0);
  });
});

describe('the page of a value', () => {
  const empty: ReportPage = { ...page(), blocks: [] };
  it('is the first one that prints it, else the first that reads it', () => {
    expect(pageOf([empty, page()], addressKey(NAME))).toBe(1);
    expect(pageOf([empty, page()], addressKey(DATE))).toBe(0);
    expect(pageOf([empty], 'other|0|0|0')).toBeNull();
  });
});
