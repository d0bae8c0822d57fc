import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { R2Map } from '../../schemas/e2b/r2Map.types.ts';
import type { ReadBatch, ReadMessage, ReadPorts, XmlSource } from './e2b.types.ts';
import { readR2, type R2Ports } from './r2/readR2.ts';
import { encodingOf } from './encodingOf.ts';
import { headOf, r2Root } from './r2/r2Text.ts';
import type { ConversionNote } from './r2/conversion.types.ts';
import { linesBefore, linesNote, withoutLines } from './linesBefore.ts';
import { readIcsrs } from './readIcsrs.ts';
import { UnreadableXml } from './unreadableXml.ts';

/** The tables of both forms. */
export interface E2bMaps {
  e2b: E2bMap;
  r2: R2Map;
}

/**
 * Reads a batch of E2B(R3), or of E2B(R2) as R3, report by report; as `readIcsrs`. Throws `UnreadableXml`.
 */
export async function* readReports(
  source: XmlSource,
  maps: E2bMaps,
  ports: ReadPorts & Partial<Pick<R2Ports, 'codesOf'>>,
): AsyncGenerator<ReadMessage, ReadBatch, void> {
  const { text, raw, source: whole } = await headOf(source);
  if (raw !== null) refuseOtherFiles(raw);
  const root = r2Root(text);
  if (root === null) {
    const lines = linesBefore(raw ?? '', maps.e2b.root.name);
    const batch = lines.trim() === '' ? whole : withoutLines(whole, lines);
    const encoding = await encodingOf(batch, text.slice(lines.length), 'R3');
    const reader = readIcsrs(batch, maps.e2b, ports, encoding);
    return yield* lines.trim() === '' ? reader : notingFirst(reader, linesNote(lines));
  }
  if (root !== maps.r2.root)
    throw new UnreadableXml(
      'this is an acknowledgement, not a report; import it with the submission it answers',
      {
        line: 1,
        column: 1,
      },
    );
  return yield* readR2(whole, text, maps.r2, ports);
}

/** Adds a note of the file to its first message. */
async function* notingFirst(
  reader: ReturnType<typeof readIcsrs>,
  note: ConversionNote,
): ReturnType<typeof readIcsrs> {
  for (let notes = [note]; ; notes = []) {
    const next = await reader.next();
    if (next.done) return next.value;
    yield { ...next.value, notes: [...notes, ...next.value.notes] };
  }
}

/** Signature of the compound files of old office programs, which also hold documents that a password locks. */
const COMPOUND = '\u00d0\u00cf\u0011\u00e0';
const CONTROLS = /[\u0001-\u0008]/;
const MARKUP = /<[!?a-z]/i;
/** The parts of a file that begins with a text of its own, such as the lines of a mail, are looked through. */
const BEGINNING = 512;

/** What is no XML or SGML at all would be refused by the parser with words about XML. */
function refuseOtherFiles(raw: string): void {
  const refuse = (message: string): never => {
    throw new UnreadableXml(message, { line: 0, column: 0 });
  };
  if (raw.startsWith(COMPOUND))
    refuse(
      'this is a file of an old office program (.xls, .doc), or one locked by a password; save it as .xlsx without a password',
    );
  const bare = raw.replaceAll('\0', '');
  if (bare.trim() === '' && raw.length < BEGINNING) refuse('the file is empty');
  if (CONTROLS.test(bare.slice(0, BEGINNING)) || !MARKUP.test(bare))
    refuse(
      'this is no E2B file (XML or SGML). Cases also come as a filled template (.xlsx) or as the PDF of a report form; copy other tables into a template',
    );
}
