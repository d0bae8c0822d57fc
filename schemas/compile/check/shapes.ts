/** The JSON Schemas of the source files by kind of file, as used by linter and completion. */
import appendixSchema from '../../meta/appendix.schema.json' with { type: 'json' };
import codeListSchema from '../../meta/code-list.schema.json' with { type: 'json' };
import obligationsSchema from '../../meta/obligations.schema.json' with { type: 'json' };
import receiversSchema from '../../meta/receivers.schema.json' with { type: 'json' };
import pageSchema from '../../meta/page.schema.json' with { type: 'json' };
import recordSchema from '../../meta/record.schema.json' with { type: 'json' };
import reportSchema from '../../meta/report.schema.json' with { type: 'json' };
import rulesSchema from '../../meta/rules.schema.json' with { type: 'json' };
import containersSchema from '../../meta/e2b-containers.schema.json' with { type: 'json' };
import r2Schema from '../../meta/e2b-r2.schema.json' with { type: 'json' };
import r2CodesSchema from '../../meta/e2b-r2-codes.schema.json' with { type: 'json' };
import duplicatesSchema from '../../meta/duplicates.schema.json' with { type: 'json' };
import dictionarySchema from '../../meta/dictionary.schema.json' with { type: 'json' };
import listSchema from '../../meta/list.schema.json' with { type: 'json' };
import warningsSchema from '../../meta/warnings.schema.json' with { type: 'json' };
import querySchema from '../../meta/query.schema.json' with { type: 'json' };
import headerSchema from '../../meta/header.schema.json' with { type: 'json' };
import monitoringSchema from '../../meta/monitoring.schema.json' with { type: 'json' };
import completenessSchema from '../../meta/completeness.schema.json' with { type: 'json' };
import syncSchema from '../../meta/sync.schema.json' with { type: 'json' };
import partsSchema from '../../meta/parts.schema.json' with { type: 'json' };
import type { DocumentKind } from './sourceDocument.ts';

/** The keywords those schemas use. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: string[];
  description?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  propertyNames?: Schema;
  anyOf?: Schema[];
  uniqueItems?: boolean;
  additionalProperties?: boolean | Schema;
  unevaluatedProperties?: boolean;
  required?: string[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  else?: Schema;
}

export const FILES: Record<string, Schema> = {
  'page.schema.json': pageSchema as Schema,
  'appendix.schema.json': appendixSchema as Schema,
  'code-list.schema.json': codeListSchema as Schema,
  'rules.schema.json': rulesSchema as Schema,
  'record.schema.json': recordSchema as Schema,
  'report.schema.json': reportSchema as Schema,
  'obligations.schema.json': obligationsSchema as Schema,
  'receivers.schema.json': receiversSchema as Schema,
  'e2b-containers.schema.json': containersSchema as Schema,
  'e2b-r2.schema.json': r2Schema as Schema,
  'e2b-r2-codes.schema.json': r2CodesSchema as Schema,
  'dictionary.schema.json': dictionarySchema as Schema,
  'list.schema.json': listSchema as Schema,
  'duplicates.schema.json': duplicatesSchema as Schema,
  'warnings.schema.json': warningsSchema as Schema,
  'query.schema.json': querySchema as Schema,
  'header.schema.json': headerSchema as Schema,
  'monitoring.schema.json': monitoringSchema as Schema,
  'completeness.schema.json': completenessSchema as Schema,
  'sync.schema.json': syncSchema as Schema,
  'parts.schema.json': partsSchema as Schema,
};

/** A table has no schema: only its JSON syntax is checked. */
export const FILE_OF: Record<Exclude<DocumentKind, 'table'>, string> = {
  page: 'page.schema.json',
  record: 'record.schema.json',
  recordPage: 'page.schema.json',
  appendix: 'appendix.schema.json',
  codeList: 'code-list.schema.json',
  rules: 'rules.schema.json',
  report: 'report.schema.json',
  obligations: 'obligations.schema.json',
  receivers: 'receivers.schema.json',
  header: 'header.schema.json',
  completeness: 'completeness.schema.json',
  containers: 'e2b-containers.schema.json',
  r2: 'e2b-r2.schema.json',
  r2Codes: 'e2b-r2-codes.schema.json',
  dictionary: 'dictionary.schema.json',
  list: 'list.schema.json',
  query: 'query.schema.json',
  warnings: 'warnings.schema.json',
  monitoring: 'monitoring.schema.json',
  sync: 'sync.schema.json',
  duplicates: 'duplicates.schema.json',
};
