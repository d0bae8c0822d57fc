/** What a file of cases is requested with. */
import type { DataExportFormat } from '../../shared/contract/dataExports.ts';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';

export interface CaseFileRequest {
  user: SessionUser;
  language: Language;
  appendix: string;
  name: string;
  format: DataExportFormat;
  query: DataQuery;
  signal: AbortSignal;
}
