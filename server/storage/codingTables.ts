/** Tables of coding: recommended codes, terms to be coded, reviews of codes. */
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { CodingSuggestion } from '../../shared/coding/index.ts';
import type { Default } from './columnTypes.ts';

/** A suggestion, and the entry of the release that has its code. */
export interface StoredSuggestion extends CodingSuggestion {
  entryNo: number;
}

interface CodedPlace {
  case_key: number;
  item_id: string;
  row_no: number;
  row_no2: number;
  row_no3: number;
}

export interface AiRecommendationTable extends CodedPlace {
  sponsor_key: number;
  recommendation_key: string;
  question: string;
  dictionary: string;
  release_no: number;
  text_sent: string | null;
  candidates: JSONColumnType<StoredSuggestion[]>;
  answer: JSONColumnType<StoredSuggestion[] | null, string | null>;
  engine: string | null;
  engine_version: string | null;
  failure: Default<string | null>;
  requested_by: number;
  requested_at: Date;
}

export interface AiCodingChoiceTable extends CodedPlace {
  sponsor_key: number;
  choice_key: Generated<number>;
  dictionary: string;
  version: string;
  code: string;
  rank: number | null;
  /** the driver reads a decimal number as text */
  score: ColumnType<string | null, number | null>;
  recommended: string[];
  engine: string;
  engine_version: string;
  at: Date;
  user_key: number;
  user_name: string;
}

/** A term of a case beside the code of a dictionary. */
export interface CaseCodingTable extends CodedPlace {
  sponsor_key: number;
  page: string;
  page_row: number;
  term: string | null;
  /** the folded text; null without one */
  text_key: string | null;
  code: string | null;
  version: string | null;
  entered_at: Date | null;
  coded_by: string | null;
  coded_at: Date | null;
  /** after it was coded */
  text_changed: GeneratedAlways<boolean>;
  /** by language */
  place: JSONColumnType<Record<string, string>>;
  blinded: boolean;
  /** of the newest version of a case that is not deleted */
  listed: boolean;
  /** identifies equal texts */
  text_hash: GeneratedAlways<string | null>;
  /** the beginning of the code */
  short_code: GeneratedAlways<string | null>;
  /** items of the same row with a code, where the term has none */
  coded_beside: string[];
  /** 0 to 99, the same in all versions of the case */
  sample: number;
  /** the newest review of the code as it is */
  reviewed_at: Default<Date | null>;
  reviewed_by: Default<string | null>;
  /** when a second coder coded the term, whose code is the same since */
  second_at: Default<Date | null>;
}

/** A second coder agreed with a code. */
export interface CodingReviewTable extends Omit<CodedPlace, 'case_key'> {
  sponsor_key: number;
  root_case_key: number;
  code: string;
  version: string;
  /** of the folded text; null: the term had none, or the review is older than this column */
  text_hash: string | null;
  at: Date;
  user_key: number;
  user_id: string;
  user_name: string;
}

/** The code of a second coder beside the first one, and what was decided where they differ. */
export interface SecondCodingTable extends Omit<CodedPlace, 'case_key'> {
  sponsor_key: number;
  second_key: Generated<number>;
  root_case_key: number;
  dictionary: string;
  release_no: number;
  first_code: string;
  version: string;
  /** as of a review */
  text_hash: string | null;
  first_by: string;
  second_code: string;
  second_by: string;
  second_at: Date;
  remark: string | null;
  decided_code: Default<string | null>;
  decided_by: Default<string | null>;
  decided_at: Default<Date | null>;
  reason: Default<string | null>;
}

/** What a release says of a code that terms have. */
export interface JudgedCodeTable {
  sponsor_key: number;
  release_no: number;
  /** the code is the beginning of codes of the release */
  begins: boolean;
  code: string;
  /** null: the release has no such code */
  current: boolean | null;
}
