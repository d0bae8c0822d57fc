/** Tables of coding: recommended codes, terms to be coded, reviews of codes. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
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
  /** by language */
  place: JSONColumnType<Record<string, string>>;
  blinded: boolean;
}

/** A second coder agreed with a code. */
export interface CodingReviewTable extends Omit<CodedPlace, 'case_key'> {
  sponsor_key: number;
  root_case_key: number;
  code: string;
  version: string;
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
