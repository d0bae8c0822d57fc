/** The source of a demo: it answers ODM as others do, and does wrong what its settings ask for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { writeOdm } from '../../../shared/study-data/odm/writeOdm.ts';
import type { StudyData } from '../../../shared/study-data/studyData.ts';
import type { DemoBehaviour } from '../../../shared/study-data/sourceKinds.ts';
import type { Clock } from '../../ports/clock.ts';
import { SourceFailure, type SourceConnection, type StudySource } from '../sources/source.ts';
import { demoStudy, demoStudyList, renumbered } from './demoStudies.ts';

/** of real time, whatever the product's clock shows */
const SLOW_MS = 8000;

/** Renames an item of the forms, as an amendment does that tells nobody. */
const renamed = (data: StudyData): StudyData =>
  JSON.parse(
    JSON.stringify(data).replaceAll('"AE.AEOUT"', '"AE.AEOUTCOME"').replaceAll('"v1"', '"v1-renamed"'),
  ) as StudyData;

/** Leaves out the first subject. */
const vanished = ({ subjects: [first, ...subjects], rows, ...data }: StudyData): StudyData => ({
  ...data,
  subjects,
  rows: rows.filter(({ subjectKey }) => subjectKey !== first?.subjectKey),
});

const CHANGES: Partial<Record<DemoBehaviour, (data: StudyData) => StudyData>> = {
  renamed,
  reordered: renumbered,
  vanished,
};

export function demoSource({ settings, since }: SourceConnection, clock: Clock): StudySource {
  const behaviour = settings['behaviour'] as DemoBehaviour;
  return {
    studies: () => Promise.resolve(demoStudyList),
    read: async (studyOid, signal) => {
      const data = demoStudy(studyOid, since, clock.now());
      if (!data) throw new SourceFailure('notFound', studyOid);
      if (behaviour === 'slow') await sleep(SLOW_MS, undefined, { signal });
      const text = writeOdm(CHANGES[behaviour]?.(data) ?? data, clock.now());
      const content = Buffer.from(behaviour === 'bom' ? `\uFEFF${text}` : text);
      return {
        content: behaviour === 'half' ? content.subarray(0, content.length / 2) : content,
        definitions: null,
        asOf: clock.now(),
      };
    },
  };
}
