/** The demo source: what changes by the hour, and what its readers make of each thing that it does wrong. */
import { describe, expect, it } from 'vitest';
import { readStudyData } from '../../../shared/study-data/readStudyData.ts';
import { recordKeyOf, type StudyData } from '../../../shared/study-data/studyData.ts';
import type { DemoBehaviour } from '../../../shared/study-data/sourceKinds.ts';
import { demoSource } from './demoSource.ts';

const SINCE = new Date('2026-11-20T08:00:00Z');
const HOUR_MS = 3_600_000;

async function readAt(hours: number, behaviour: DemoBehaviour = 'good'): Promise<StudyData> {
  const clock = { now: () => new Date(SINCE.getTime() + hours * HOUR_MS) };
  const connection = { kind: 'demo' as const, settings: { behaviour }, secrets: {}, since: SINCE };
  const { content } = await demoSource(connection, clock).read('VEL301', new AbortController().signal);
  const [study] = await readStudyData(content, 'VEL301');
  if (!study) throw new Error('no study');
  return study;
}

const events = ({ rows }: StudyData) => rows.filter(({ groupOid }) => groupOid === 'AE_LOG');
const byKey = (data: StudyData) => new Map(events(data).map((row) => [recordKeyOf(row), row]));

describe('the demo source', () => {
  it('begins with twelve events, which change, come and go', async () => {
    expect(events(await readAt(0))).toHaveLength(12);
    const later = byKey(await readAt(8));
    const terms = [...later.values()].map(({ values }) => values['AE.AETERM']);
    expect(terms).toContain('Hyperkalaemia');
    expect(terms).toContain('Rash maculo-papular');
    expect(terms).not.toContain('Cough');
    expect((await readAt(30)).metadata?.versionOid).toBe('v2');
  });

  it('is the same with a byte order mark before its document', async () => {
    expect(await readAt(3, 'bom')).toEqual(await readAt(3));
  });

  it('is refused where its answer is cut off', async () => {
    await expect(readAt(0, 'half')).rejects.toMatchObject({ fault: 'malformed' });
  });

  it('numbers rows again, which are the same records', async () => {
    const [before, after] = [byKey(await readAt(0)), byKey(await readAt(0, 'reordered'))];
    expect([...after.keys()].toSorted()).toEqual([...before.keys()].toSorted());
    const numbers = (rows: ReturnType<typeof byKey>) =>
      [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { groupRepeat }]) => groupRepeat);
    expect(numbers(after)).not.toEqual(numbers(before));
  });

  it('renames an item in its forms and in its data', async () => {
    const { metadata, rows } = await readAt(0, 'renamed');
    const items = metadata?.groups.flatMap((group) => group.items.map(({ oid }) => oid));
    expect(items).not.toContain('AE.AEOUT');
    expect(rows.some(({ values }) => 'AE.AEOUT' in values)).toBe(false);
  });

  it('loses a subject', async () => {
    expect((await readAt(0, 'vanished')).subjects).toHaveLength((await readAt(0)).subjects.length - 1);
  });
});
