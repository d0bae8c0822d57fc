import { describe, expect, it } from 'vitest';
import { proposedMap, withMissing } from './valueMap.ts';

const code = (name: string, label = name) => ({ code: name, label });
const TARGET = [code('1', 'Recovered'), code('5', 'Fatal'), code('mg', 'milligram')];

describe('a value map', () => {
  it('begins with every code of the source, and those of the item that have the same name', () => {
    expect(proposedMap([code('FATAL'), code('R', 'recovered'), code('MG'), code('1')], TARGET)).toEqual({
      FATAL: '5',
      R: '1',
      MG: 'mg',
      // the numbers of two lists have nothing in common
      1: '',
    });
  });

  it('gets the codes that it lacks, and keeps its entries', () => {
    expect(withMissing({ fatal: '1' }, [code('FATAL'), code('Recovered')], TARGET)).toEqual({
      fatal: '1',
      Recovered: '1',
    });
  });
});
