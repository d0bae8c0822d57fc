/** The reference safety information of the products that a case names. */
import type { RecordKind } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import type { SafetyInformation, SafetyVersion } from '../../../shared/expectedness/assessExpectedness.ts';
import { masterProvenance } from '../../../shared/provenance/provenance.ts';
import type { ItemValue } from '../../../shared/case/itemValue.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { contentOf } from '../../cases/record/pageDoc.ts';
import { codedTerms } from '../../dictionaries/codedTerms.ts';
import { findActiveRecords } from '../../records/activeRecords.store.ts';
import { kindWithGroup } from '../../records/kindWithGroup.ts';
import { findRecordDocs } from '../../records/record.store.ts';
import type { Trx } from '../../storage/database.ts';

/**
 * The information by the name of a drug: of the product that filled it in, otherwise of the active one with its name.
 * `drugs`: the values of the names.
 */
export async function safetyInformationOf(
  trx: Trx,
  { whole, dictionaries }: CatalogueSource,
  sponsorKey: number,
  drugs: readonly ItemValue[],
): Promise<(drug: ItemValue | undefined) => SafetyInformation | null> {
  const kind = kindWithGroup(whole, 'safetyInformation');
  if (!kind || drugs.length === 0) return () => null;
  const records = await findActiveRecords(trx, sponsorKey, kind.kind);
  const recordOf = (drug: ItemValue | undefined) => {
    const from = masterProvenance(drug?.properties?.provenance);
    const name = fold(drug?.value ?? '');
    return (
      records.find(({ record_key }) => from?.kind === kind.kind && from.recordKey === record_key) ??
      records.find((record) => name !== '' && fold(record.name) === name)
    );
  };
  const found = new Map<number, SafetyInformation>();
  for (const drug of drugs) {
    const record = recordOf(drug);
    if (!record || found.has(record.record_key)) continue;
    const ref = { sponsorKey, kind: kind.kind, recordKey: record.record_key };
    const content = contentOf(await findRecordDocs(trx, ref));
    const versions = versionsIn(kind, content, await listedWith(trx, dictionaries, kind, content));
    found.set(record.record_key, { recordKey: record.record_key, product: record.name, versions });
  }
  return (drug) => found.get(recordOf(drug)?.record_key ?? 0) ?? null;
}

/** Parents of a lowest level term; the first one is its preferred term. */
const LLT_PARENTS = 4;

/** The codes under which a listed term counts: its own, and that of its preferred term. */
async function listedWith(
  trx: Trx,
  dictionaries: CatalogueSource['dictionaries'],
  { catalogue }: RecordKind,
  { values }: CaseContent,
): Promise<(code: string) => string[]> {
  const item = catalogue.items[catalogue.roles['expectedTerm'] ?? ''];
  const dictionary = item?.dictionary ?? '';
  const codes = values.flatMap(({ itemId, value }) =>
    itemId === item?.itemId && value ? [{ dictionary, code: value }] : [],
  );
  const termOf = await codedTerms(trx, dictionaries, codes);
  return (code) => {
    const parents = termOf(dictionary, code)?.parents ?? [];
    return [
      code,
      ...(parents.length === LLT_PARENTS ? parents.slice(0, 1) : []).map((parent) => parent.code),
    ];
  };
}

function versionsIn(
  { catalogue }: RecordKind,
  content: CaseContent,
  codesOf: (code: string) => string[],
): SafetyVersion[] {
  const values = new Map(content.values.map((value) => [addressKey(value), value.value ?? '']));
  const textAt = (role: string, rowNo: number): string =>
    values.get(addressKey(addressAt(catalogue.roles[role] ?? '', [rowNo]))) ?? '';
  const rowsOf = (role: string) =>
    content.rows.filter(({ group, deleted }) => group === catalogue.groupRoles[role] && !deleted);
  const terms = rowsOf('expectedTerms').map(({ rowNo }) => ({
    version: fold(textAt('expectedTermVersion', rowNo)),
    code: textAt('expectedTerm', rowNo),
  }));
  return rowsOf('safetyInformation').map(({ rowNo }) => {
    const name = textAt('safetyVersion', rowNo);
    const listed = terms.filter(
      ({ version, code }) => code !== '' && (version === '' || version === fold(name)),
    );
    return {
      name,
      country: textAt('safetyCountry', rowNo),
      from: textAt('safetyFrom', rowNo),
      to: textAt('safetyTo', rowNo),
      terms: listed.flatMap(({ code }) => codesOf(code)),
    };
  });
}
