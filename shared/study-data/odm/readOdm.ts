/** Reads an ODM document, 1.3.2 or 2.0, snapshot or transactional, as one picture for each of its studies. */
import { UnreadableXml } from '../../e2b/unreadableXml.ts';
import { decodeXml } from '../../e2b/decodeXml.ts';
import type { XmlSource } from '../../e2b/e2b.types.ts';
import type { StudyData } from '../studyData.ts';
import { UnreadableData } from '../unreadableData.ts';
import { odmClinical } from './odmClinical.ts';
import { odmElements, type OdmHandler } from './odmElements.ts';
import { odmMetadata } from './odmMetadata.ts';

/** Throws `UnreadableData`, with the line. */
export async function readOdm(source: XmlSource): Promise<StudyData[]> {
  const file = fileHandler();
  const metadata = odmMetadata();
  const clinical = odmClinical();
  const elements = odmElements([file, metadata, clinical]);
  try {
    for await (const piece of decodeXml(source)) elements.write(piece);
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
    return {
      studyOid,
      protocol: study?.protocol || study?.name || studyOid,
      metadata: study?.versions.get(part?.versionOid ?? '') ?? versions.at(-1) ?? null,
      // a document of definitions alone leaves the data as it is
      kind: part && file.isSnapshot() ? 'snapshot' : 'changes',
      groupOids: null,
      subjects: part?.subjects ?? [],
      rows: part?.rows ?? [],
      removed: part && !file.isSnapshot() ? part.removed : [],
    };
  });
}

function fileHandler(): OdmHandler & { isSnapshot: () => boolean } {
  let type = '';
  return {
    open: ({ parent, attributes }) => {
      if (parent === null) type = attributes['FileType'] ?? 'Snapshot';
    },
    close: () => {},
    isSnapshot: () => type === 'Snapshot',
  };
}
