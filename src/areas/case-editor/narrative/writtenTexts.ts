/** A chosen narrative template, with the texts that it writes about the case instead of its own. */
import type { RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import type { ChangeSet } from '../../../../shared/case/changeSet.ts';
import { EMPTY_VALUE, type ItemValue } from '../../../../shared/case/itemValue.ts';
import { writeNarrativeOfEdits, type DataOf } from '../../../../shared/contract/index.ts';
import { sentencesText } from '../../../../shared/narratives/storedSentences.ts';
import type { ChosenMaster } from '../../../../shared/records/masterFill.ts';
import { call } from '../../../api/index.ts';
import { showFailure } from '../../../feedback/showFailure.ts';

interface WritingCase {
  sponsorKey: number;
  caseKey: number;
  /** what is not saved yet */
  edits: ChangeSet;
}

/** Records of kinds without templates stay as they are. Null after a failure, which is reported. */
export async function withWrittenTexts(
  chosen: ChosenMaster,
  kind: RecordKind | undefined,
  { sponsorKey, caseKey, edits }: WritingCase,
): Promise<ChosenMaster | null> {
  const { provenance } = chosen;
  const hasTemplate = Object.values(kind?.catalogue.items ?? {}).some(({ template }) => template);
  if (!provenance || !hasTemplate) return chosen;
  try {
    const written = await call(writeNarrativeOfEdits, {
      params: { sponsorKey, recordKey: provenance.recordKey },
      body: { caseKey, changes: edits.items, rows: edits.rows },
    });
    const values = { ...chosen.values, ...valuesOf(written) };
    return { ...chosen, values, provenance: { ...provenance, version: written.version } };
  } catch (error) {
    showFailure(error);
    return null;
  }
}

const valuesOf = ({
  recordKey,
  version,
  texts,
}: DataOf<typeof writeNarrativeOfEdits>): Record<string, ItemValue> =>
  Object.fromEntries(
    Object.entries(texts).map(([column, { text, sentences, notation }]) => {
      const stored = {
        sentences: sentencesText({ recordKey, version, column, sentences }),
        notationSentences: notation
          ? sentencesText({ recordKey, version, column, sentences: notation.sentences })
          : undefined,
      };
      const known = Object.entries(stored).filter(([, property]) => property !== undefined);
      const properties = known.length > 0 ? Object.fromEntries(known) : null;
      return [column, { ...EMPTY_VALUE, value: text || null, notation: notation?.text || null, properties }];
    }),
  );
