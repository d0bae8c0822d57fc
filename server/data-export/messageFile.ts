/** The messages of cases, one file each, in a ZIP that says that they are no submission. */
import type { Readable } from 'node:stream';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { zipStream, type ZipEntry } from '../files/zip.ts';
import type { ListFilesWorld } from '../lists/listFiles.ts';
import { notFound } from '../problems.ts';
import type { CaseFileRequest } from './caseFile.types.ts';
import { aboutCsv, type About } from './fileWriters.ts';
import words from './words.json' with { type: 'json' };

interface MessageFile {
  caseKeys: readonly number[];
  /** of so many cases */
  about: (cases: number) => About;
  onCases: (cases: number, rows: number) => void;
}

/** A case without a message is named in the sheet about the file, with the reason. */
export function writeMessages<World extends object>(
  deps: World & CatalogueWorld & ListFilesWorld<World>,
  { user, language, appendix, signal }: CaseFileRequest,
  { caseKeys, about, onCases }: MessageFile,
): Readable {
  const { packReports } = deps.listFiles;
  if (!packReports) throw notFound();
  const caller = { user, language, appendix };
  const packed = packReports({ deps, caller, signal }, { reportId: 'XML' }, caseKeys);
  const refused: About[number][] = [];
  async function* entries(): AsyncGenerator<ZipEntry> {
    let [cases, messages] = [0, 0];
    for await (const portion of packed.readRows()) {
      for (const { entry, line } of portion) {
        if (entry) yield entry;
        // of the list of contents: key, number, version, file, reason
        else refused.push([words.refused[language], `${line[1] || line[0]}: ${line[4]}`]);
        if (entry) messages += 1;
      }
      cases += portion.length;
      onCases(cases, messages);
    }
    const note = [words.about[language], words.noSubmission[language]] as const;
    yield { path: 'about.csv', chunks: [aboutCsv([...about(cases), note, ...refused])] };
  }
  return zipStream(entries());
}
