/** Texts that templates write about cases. */
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { differs, EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import type { BodyOf, DataOf, writeNarrativeOfEdits } from '../../../shared/contract/index.ts';
import { textOf } from '../../../shared/narratives/sentence.types.ts';
import type { MasterValues } from '../../../shared/records/masterFill.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import { masterVersions } from '../../masters/masterVersions.ts';
import { narrativeTooLong, recordNotFound, templateInvalid } from '../../problems.ts';
import { findVisibleRecord, kindOf } from '../../records/recordAccess.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { sentencesAbout, TEMPLATES, templateItems } from './templateText.ts';
import { seenContent } from '../../cases/record/seenContent.ts';

export type NarrativesWorld = CatalogueWorld & DatabaseWorld;

export interface NarrativeRequest extends BodyOf<typeof writeNarrativeOfEdits> {
  recordKey: number;
}

type Narrative = DataOf<typeof writeNarrativeOfEdits>;

/**
 * The texts of a template about a case as the user sees it. Throws 404 for a case or template that they do not see, for
 * one that is not in use, and for a version that does not exist; 422 TEMPLATE_INVALID and NARRATIVE_TOO_LONG.
 */
export function narrativeOf(
  deps: NarrativesWorld,
  user: SessionUser,
  { recordKey, caseKey, version, changes, rows }: NarrativeRequest,
): Promise<Narrative> {
  const kind = kindOf(deps, TEMPLATES);
  return readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    const found = await findVisibleRecord(trx, user, kind, recordKey);
    const isInUse = found.state === 'active' && found.del_flag === 'N';
    const written = version ?? found.version_no;
    const versions = await masterVersions(trx, kind, found, [written, found.version_no]);
    const values = versions.get(written)?.values;
    if (!values || (version === undefined && !isInUse)) throw recordNotFound(TEMPLATES, recordKey);
    const content = await seenContent(trx, deps, user, { caseKey, edits: { values: changes, rows } });
    const texts: Narrative['texts'] = {};
    for (const { itemId: column, template } of templateItems(kind)) {
      const { value, notation } = values[column] ?? EMPTY_VALUE;
      const write = (text: string, language: string) => {
        const written = { kind, column, text, language: values[language]?.value ?? null, content };
        return textAbout(trx, deps, user, written);
      };
      texts[column] = {
        ...(await write(value ?? '', template.language)),
        notation:
          notation !== null && template.notation !== undefined
            ? await write(notation, template.notation)
            : null,
      };
    }
    const isSame = writesSame(kind, values, versions.get(found.version_no)?.values ?? {});
    const newest = isSame ? written : found.version_no;
    return { recordKey, name: found.name, version: written, newest, texts };
  });
}

/** Whether two versions have the same template: the name, the state and notes of a record write nothing. */
const writesSame = (kind: RecordKind, one: MasterValues, other: MasterValues): boolean =>
  templateItems(kind).every(({ itemId, template: { language, notation } }) =>
    [itemId, language, ...(notation === undefined ? [] : [notation])].every(
      (id) => !differs(one[id] ?? EMPTY_VALUE, other[id] ?? EMPTY_VALUE),
    ),
  );

interface WrittenText {
  kind: RecordKind;
  column: string;
  text: string;
  language: string | null;
  content: CaseContent;
}

async function textAbout(
  trx: Trx,
  deps: NarrativesWorld,
  user: SessionUser,
  template: WrittenText,
): Promise<Omit<Narrative['texts'][string], 'notation'>> {
  const { problems, sentences } = await sentencesAbout(trx, deps, user, template);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.some(({ id }) => id === 'tooLong')) throw narrativeTooLong();
  if (!sentences) throw templateInvalid(errors);
  return { text: textOf(sentences), sentences: sentences.map((one) => ({ ...one, reads: [...one.reads] })) };
}
