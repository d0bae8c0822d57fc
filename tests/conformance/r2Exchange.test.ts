/** What R3 says and R2 does not is in the list of losses: each fact of a case comes back from R2, or is in it. */
import { describe, expect, it } from 'vitest';
import { generatorOf } from '../../scripts/cases-commands.ts';
import { openCatalogue } from '../../server/catalogue/catalogueSource.ts';
import type { CaseContent, CaseValue } from '../../shared/case/caseContent.ts';
import { addressKey } from '../../shared/case/itemAddress.ts';
import { writeR2, type ConversionNote } from '../../shared/e2b/index.ts';
import { r2, readOnly } from './r2Report.ts';

const source = openCatalogue();
const generate = generatorOf(source);
const receivers = source.checks.receivers.map(({ receiver }) => receiver);
const SEEDS = Array.from({ length: Number(process.env['R2_SEEDS'] ?? 5) }, (_, index) => index + 1);

const ITEMS = source.whole.items;
const isOfMessage = ({ itemId }: CaseValue): boolean =>
  (ITEMS[itemId]?.e2b.length ?? 0) > 0 && !isEnvelope(itemId);
const isEnvelope = (itemId: string): boolean =>
  source.whole.pages[ITEMS[itemId]?.page ?? '']?.kind === 'envelope';

/** That there is no information is what an element means that is not there. */
const ABSENT = new Set(['NI', 'UNK']);

/** Texts as long as their items allow, of characters that a cut must not halve. */
const atFullLength = ({ values, rows }: CaseContent): CaseContent => ({
  rows,
  values: values.map((value) => {
    const { control = '', maxLength } = ITEMS[value.itemId] ?? {};
    if (!['text', 'longText'].includes(control) || !value.value || !maxLength) return value;
    const long = `${value.value} ${'熱が続いた😀é '.repeat(maxLength / 8 + 1)}`.slice(0, maxLength);
    return { ...value, value: long.replace(/[\ud800-\udbff]$/, '').trim() };
  }),
});

/** Where a list of losses says something of a value: at its item, or beside it with its words. */
const names = (loss: ConversionNote, { itemId, rowNo, rowNo2, rowNo3, value }: CaseValue): boolean => {
  const isAround =
    [0, rowNo].includes(loss.rowNo) && [0, rowNo2].includes(loss.rowNo2) && [0, rowNo3].includes(loss.rowNo3);
  return isAround && (loss.itemId === itemId || (value !== null && loss.before.includes(value)));
};

/** Facts of a case that come back otherwise, and that no loss names. */
async function unannounced(content: CaseContent): Promise<string[]> {
  const { text, losses } = writeR2([content], r2);
  const back = (await readOnly(text)).content.values;
  const at = new Map(back.map((value) => [addressKey(value), value]));
  return content.values
    .filter((fact) => isOfMessage(fact) && (fact.value || fact.nullFlavor))
    .filter((fact) => {
      // more was added to its text, or its row comes in another order
      const isBack =
        ABSENT.has(fact.nullFlavor ?? '') ||
        (fact.value && at.get(addressKey(fact))?.value?.includes(fact.value)) ||
        back.some(
          ({ itemId, value, nullFlavor }) =>
            itemId === fact.itemId && value === fact.value && nullFlavor === fact.nullFlavor,
        );
      return !isBack && !losses.flat().some((loss) => names(loss, fact));
    })
    .map((fact) => `${addressKey(fact)} ${fact.value ?? fact.nullFlavor}`);
}

/** Numbers of more decimals than any element of R2 takes. */
const withDecimals = ({ values, rows }: CaseContent): CaseContent => ({
  rows,
  values: values.map((value) =>
    ITEMS[value.itemId]?.control === 'number' && value.value && /^\d+$/.test(value.value)
      ? { ...value, value: `${value.value}.5432109876` }
      : value,
  ),
});

const NUMBER_RULES = new Set(['number', 'dose', 'parentAge', 'drugInterval', 'doseInterval']);

/** Elements that must be numbers and are none, or are longer than they may be. */
const strangeNumbers = (text: string): string[] =>
  [...r2.leaves.values()]
    .filter(({ rule }) => NUMBER_RULES.has(rule))
    .flatMap(({ element, length = Infinity }) =>
      [...text.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g'))]
        .filter(([, number = '']) => !/^\d+(\.\d+)?$/.test(number) || number.length > length)
        .map(([, number]) => `${element} ${number}`),
    );

describe('a case of R3 that becomes R2 and comes back', () => {
  it.each(receivers)('%s has numbers where R2 has them, however many decimals they had', async (receiver) => {
    for (const seed of SEEDS) {
      const content = withDecimals(generate({ seed, receiver }).content);
      expect(strangeNumbers(writeR2([content], r2).text)).toEqual([]);
      expect(await unannounced(content)).toEqual([]);
    }
  });

  it.each(receivers)('%s loses nothing without a word', async (receiver) => {
    for (const seed of SEEDS) expect(await unannounced(generate({ seed, receiver }).content)).toEqual([]);
  });

  it('loses nothing without a word with texts of the greatest length', async () => {
    for (const seed of SEEDS)
      expect(await unannounced(atFullLength(generate({ seed, receiver: 'ICH' }).content))).toEqual([]);
  });

  it('keeps the dosages of a drug together, whatever their routes are', async () => {
    for (const seed of SEEDS.map((one) => one + 40)) {
      const { content } = generate({ seed, receiver: 'ICH' });
      const { text, losses } = writeR2([content], r2);
      const back = await readOnly(text);
      const count = (group: string, { rows }: CaseContent) =>
        rows.filter((row) => row.group === group).length;
      expect(count('G.k', back.content)).toBe(count('G.k', content));
      expect(count('G.k.4.r', back.content)).toBeGreaterThanOrEqual(count('G.k.4.r', content));
      const lines = losses.flat().map((loss) => JSON.stringify({ ...loss, path: '' }));
      expect(new Set(lines).size).toBe(lines.length);
    }
  });

  it('says which assessments are read as those of another reaction of the same name', () => {
    const at = (
      itemId: string,
      value: string,
      ...[rowNo = 0, rowNo2 = 0, rowNo3 = 0]: number[]
    ): CaseValue => ({
      itemId,
      rowNo,
      rowNo2,
      rowNo3,
      value,
      nullFlavor: null,
      notation: null,
    });
    const row = (group: string, ...[rowNo = 0, rowNo2 = 0, rowNo3 = 0]: number[]) => ({
      group,
      rowNo,
      rowNo2,
      rowNo3,
      rowId: '',
      deleted: false,
      sort: rowNo3 || rowNo,
    });
    const reactions = ['10016558', '10011224', '10016558'];
    const { losses } = writeR2(
      [
        {
          values: [
            at('G.k.2.2', 'Velanorix', 1),
            ...reactions.flatMap((code, i) => [
              at('E.i.2.1b', code, i + 1),
              at('G.k.9.i.2.r.3', 'Related', 1, i + 1, 1),
              at('G.k.9.i.4', '1', 1, i + 1),
            ]),
          ],
          rows: [
            row('G.k', 1),
            ...reactions.flatMap((_, i) => [row('E.i', i + 1), row('G.k.9.i.2.r', 1, i + 1, 1)]),
          ],
        },
      ],
      r2,
    );
    expect(
      losses
        .flat()
        .filter(({ rule }) => rule === 'sameName')
        .map((loss) => `${addressKey(loss)} ${loss.before} ${loss.after}`),
    ).toEqual(['G.k.9.i.4|1|3|0 10016558 1', 'G.k.9.i.2.r.3|1|3|1 10016558 1']);
  });
});
