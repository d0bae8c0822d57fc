/** A found case as text: labels of codes, terms, units and dates in the language of the reader. */
import { displayDate } from '../../shared/dates/partialDate.ts';
import {
  DUPLICATE_CHECK,
  readable,
  type DuplicateColumn,
  type DuplicateField,
  type Part,
  type Score,
  type FieldContent,
} from '../../shared/duplicates/index.ts';
import type { DuplicatedCase } from '../../shared/contract/index.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { codedTerms } from '../dictionaries/codedTerms.ts';
import type { Hit } from './findDuplicates.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';

type Row = Omit<DuplicatedCase, 'toldApart'>;

/** What was compared, and how. */
type Comparison = Pick<Hit, 'document' | 'score'>;

const FIELDS = new Map(DUPLICATE_CHECK.fields.map((field) => [field.field, field]));

/** Labels of the fields in which both cases agree, in the order of comparison. */
export const agreeingFields = ({ evidence }: Score, language: Language): string[] =>
  evidence.flatMap(({ field, match }) => {
    const found = FIELDS.get(field);
    return found && (match === 'agree' || match === 'close') ? found.label[language] : [];
  });

/** Makes texts of the hits, or of other comparisons; the terms of all of them are read at once. */
export async function duplicateWords(
  trx: Trx,
  { whole, codeLists, dictionaries }: CatalogueSource,
  language: Language,
  hits: readonly Comparison[],
) {
  const coded = hits.flatMap(partsOf).flatMap(({ as, itemId, value }) => {
    const dictionary = whole.items[itemId]?.dictionary;
    return as === 'code' && dictionary ? [{ dictionary, code: value }] : [];
  });
  const termOf = await codedTerms(trx, dictionaries, coded);
  const codeWord = (itemId: string | null | undefined, code: string): string => {
    const list = codeLists[whole.items[itemId ?? '']?.codeList ?? ''];
    return list?.codes.find((one) => one.code === code)?.label[language] ?? code;
  };
  const termWord = (itemId: string, code: string): string | null => {
    const words = termOf(whole.items[itemId]?.dictionary ?? '', code)?.term;
    return words?.[language] ?? words?.en ?? null;
  };
  const partWord = ({ compare, unit }: DuplicateField, part: Part): string => {
    if (part.as === 'code') return termWord(part.itemId, part.value) ?? codeWord(part.itemId, part.value);
    if (compare === 'date') return displayDate(part.value);
    return unit && part.unit ? `${part.value} ${codeWord(whole.roles[unit.role], part.unit)}` : part.value;
  };
  /** A value as one text: its words, its code where a dictionary knows it or nothing else is said, what it is made of. */
  const contentText = (field: DuplicateField, content: FieldContent): string => {
    const coded = content.filter(({ as }) => as === 'code');
    const terms = coded.filter(({ itemId, value }) => termWord(itemId, value) !== null);
    const texts = content.filter(({ as }) => as === 'text');
    const shown = [...texts, ...(texts.length === 0 ? coded.slice(0, 1) : terms.slice(0, 1))];
    const left = shown.length > 0 ? shown : content.slice(0, 1);
    return [...new Set(left.map((part) => partWord(field, part)))].join(' · ');
  };
  const all = (field: DuplicateField, values: readonly FieldContent[]): string[] => [
    ...new Set(values.map((value) => contentText(field, value))),
  ];

  /** Both sides of each field, side by side. */
  const evidenceOf = ({ evidence }: Score): Row['evidence'] =>
    evidence.flatMap(({ ours, theirs, ...one }) => {
      const field = FIELDS.get(one.field);
      return field
        ? { ...one, label: field.label[language], ours: all(field, ours), theirs: all(field, theirs) }
        : [];
    });

  /** Without what the reader may not see. */
  const rowOf = (hit: Hit, mayRead: (itemId: string) => boolean): Row => {
    const { said: content } = readable(hit.document, mayRead);
    const cell = (column: DuplicateColumn): string | null => {
      const field = DUPLICATE_CHECK.fields.find((one) => one.column === column);
      return (field && all(field, content[field.field] ?? []).join('; ')) || null;
    };
    const reportItem = whole.roles[DUPLICATE_CHECK.trial.role] ?? '';
    return {
      caseKey: hit.case_key,
      caseNo: hit.case_no,
      versionNo: hit.version_no,
      recentDateTime: hit.updated_at.toISOString(),
      reportType:
        hit.report_type === null || !mayRead(reportItem) ? null : codeWord(reportItem, hit.report_type),
      patientName: cell('patientName'),
      age: cell('age'),
      sex: cell('sex'),
      productName: cell('productName'),
      aeTerm: cell('aeTerm'),
      aeStartDate: cell('aeStartDate'),
      organisation: cell('organisation'),
      sponsorStudyNumber: cell('sponsorStudyNumber'),
      investigationNumber: cell('investigationNumber'),
      score: hit.score.score,
      band: hit.score.band,
      evidence: evidenceOf(hit.score),
    };
  };
  return { rowOf, evidenceOf };
}

/** All that is said of a hit, and of what it was compared with. */
const partsOf = ({ document, score }: Comparison): Part[] =>
  [
    ...Object.values(document.said).flat(),
    ...score.evidence.flatMap(({ ours, theirs }) => [...ours, ...theirs]),
  ].flat();
