/** Reads an ODM document, 1.3.2 or 2.0, snapshot or transactional, as one picture for each of its studies. */
import { hasOffset, isoTime } from '../isoTime.ts';
import { UnreadableXml } from '../../e2b/unreadableXml.ts';
import { decodeXml } from '../../e2b/decodeXml.ts';
import { encodingOf } from '../../e2b/encodingOf.ts';
import { headOf } from '../../e2b/r2/r2Text.ts';
import type { XmlSource } from '../../e2b/e2b.types.ts';
import type { StudyData } from '../studyData.ts';
import { UnreadableData } from '../unreadableData.ts';
import { odmClinical } from './odmClinical.ts';
import { odmElements, type OdmElement, type OdmHandler } from './odmElements.ts';
import { odmMetadata } from './odmMetadata.ts';

/** Throws `UnreadableData`, with the line. */
export async function readOdm(source: XmlSource): Promise<StudyData[]> {
  const file = fileHandler();
  const metadata = odmMetadata();
  const clinical = odmClinical(file.isSnapshot);
  const elements = odmElements([file, metadata, clinical]);
  try {
    const head = await headOf(source);
    // programs declare what their templates have, as senders of reports do
    const encoding = await encodingOf(head.source, head.text, 'R3');
    for await (const piece of decodeXml(head.source, encoding)) elements.write(piece);
  } catch (error) {
    if (error instanceof UnreadableXml) throw new UnreadableData('encoding', error.message, error.line);
    throw error;
  }
  elements.end();
  const studies = new Map(metadata.studies().map((study) => [study.studyOid, study]));
  const parts = new Map(clinical.parts().map((part) => [part.studyOid, part]));
  return [...new Set([...studies.keys(), ...parts.keys()])].map((studyOid) => {
    const study = studies.get(studyOid);
    const part = parts.get(studyOid);
    const versions = [...(study?.versions.values() ?? [])];
    // subjects may be of different versions: the newest of them has what is asked now
    const ofData = versions.findLast(({ versionOid }) => part?.versionOids.has(versionOid));
    const named = [...(part?.subjects ?? []), ...(part?.removed ?? [])].flatMap(
      (one) => one.subjectKey ?? [],
    );
    return {
      studyOid,
      protocol: study?.protocol || study?.name || studyOid,
      metadata: ofData ?? versions.at(-1) ?? null,
      // a document of definitions alone leaves the data as it is
      kind: part && file.isSnapshot() ? 'snapshot' : 'changes',
      groupOids: null,
      subjectKeys: file.isOfSubjects() ? [...new Set(named)] : null,
      asOf: file.asOf(),
      subjects: part?.subjects ?? [],
      rows: part?.rows ?? [],
      removed: part && !file.isSnapshot() ? part.removed : [],
    };
  });
}

interface FileFacts {
  isSnapshot: () => boolean;
  /** whether it holds some subjects only */
  isOfSubjects: () => boolean;
  asOf: () => string | null;
}

function fileHandler(): OdmHandler & FileFacts {
  let root: OdmElement['attributes'] = {};
  return {
    open: ({ parent, attributes, line }) => {
      if (parent !== null) return;
      root = attributes;
      const { FileType: type = 'Snapshot' } = root;
      if (!/^(?:snapshot|transactional)$/i.test(type))
        throw new UnreadableData('otherContent', `ODM/@FileType is ${type}`, line);
    },
    close: () => {},
    isSnapshot: () => !/^transactional$/i.test(root['FileType'] ?? ''),
    isOfSubjects: () => /^single(?:site|subject)$/i.test(root['Granularity'] ?? ''),
    asOf: () => {
      const { AsOfDateTime: asOf, CreationDateTime: created = '' } = root;
      const time = asOf ?? created;
      return hasOffset(time) ? isoTime(time) : null;
    },
  };
}
