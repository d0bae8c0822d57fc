/** Published examples of ODM and of Dataset-JSON: all of their rows come in, or the line that stops them is named. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStudyData } from '../../shared/study-data/readStudyData.ts';
import type { StudyData } from '../../shared/study-data/studyData.ts';
import { referenceDir } from './reference.ts';

const samples = join(referenceDir, 'samples');

const bytesOf = (path: string): Uint8Array => new Uint8Array(readFileSync(join(samples, path)));
async function sample(path: string): Promise<StudyData> {
  const [study] = await readStudyData(bytesOf(path), path);
  if (!study) throw new Error(`no study in ${path}`);
  return study;
}

const summary = ({ studyOid, kind, metadata, subjects, rows }: StudyData) => ({
  studyOid,
  kind,
  groups: metadata?.groups.length,
  subjects: subjects.length,
  rows: rows.length,
});

describe.skipIf(!existsSync(join(samples, 'odm')))('a published example', () => {
  it('of nested groups of ODM 2.0 is flattened to forms and rows', async () => {
    const study = await sample('odm/odm-2.0-mh-nested.xml');
    expect(summary(study)).toEqual({
      studyOid: 'ODV2_Example_MH_1',
      kind: 'snapshot',
      groups: 2,
      subjects: 1,
      rows: 5,
    });
    expect(study.rows[2]).toMatchObject({
      formOid: 'FO.MEDICAL_HISTORY',
      groupOid: 'IG.SINGLE_CONDITION_PROCEDURE',
      groupRepeat: '2',
      values: { 'IT.CONDITION_TYPE': 'Interstitial lung disease' },
    });
  });

  it('of repeating groups has explicitly empty items and code lists', async () => {
    const study = await sample('odm/odm-2.0-repeating-itemgroup.xml');
    expect(summary(study)).toMatchObject({ subjects: 1, rows: 4 });
    expect(study.rows[0]?.values['I.MH.ACTIVE']).toBeNull();
    expect(study.metadata?.groups[0]?.items.find(({ oid }) => oid === 'I.MH.BODSYS')?.codes).not.toBeNull();
  });

  it('of ODM 1.3 in the style of 2.0 is read by its elements', async () => {
    const study = await sample('odm/odm-1.3.2-hypercholesterolemia.xml');
    expect(summary(study)).toMatchObject({ studyOid: 'MATRIX EXAMPLE', subjects: 1 });
    expect(study.rows[0]?.values['I.MHFATHER']).toBe('Y');
    expect(study.metadata?.groups[0]?.items[1]).toMatchObject({ label: 'Father (Biological)' });
  });

  it('of ODM 1.1 is refused for its document type, and read without it', async () => {
    const path = 'odm/odm1_1_0_example.xml';
    await expect(readStudyData(bytesOf(path), path)).rejects.toMatchObject({
      fault: 'documentType',
      line: 2,
    });
    const text = new TextDecoder('latin1').decode(bytesOf(path)).replace(/<!DOCTYPE[^>]*>/, '');
    const [study] = await readStudyData(new TextEncoder().encode(text), path);
    expect(study?.kind).toBe('changes');
    expect(study?.subjects.map(({ subjectKey }) => subjectKey)).toEqual(['P001', 'P027']);
  });

  it('of Dataset-JSON has the same rows as its lines, which are refused where some are missing', async () => {
    const whole = await sample('dataset-json/sdtm-ae.json');
    expect(summary(whole)).toMatchObject({ studyOid: 'cdisc.com/CDISCPILOT01', rows: 74 });
    const path = 'dataset-json/sdtm-ae-first5.ndjson';
    await expect(sample(path)).rejects.toMatchObject({ detail: 'rows: 4 of 74 records' });
    const text = new TextDecoder().decode(bytesOf(path)).replace(/"records":\s*74/, '"records":4');
    const [lines] = await readStudyData(new TextEncoder().encode(text), path);
    expect(lines?.rows).toEqual(whole.rows.slice(0, 4));
  });

  it('of demography names subjects as people do', async () => {
    const study = await sample('dataset-json/sdtm-dm.json');
    expect(study.subjects).toHaveLength(18);
    expect(study.subjects[0]).toMatchObject({ subjectKey: 'CDISC001', label: '1115' });
  });
});
