/** Expressions asked of a case that is held as flat lists. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { CaseReader } from './caseReader.types.ts';
import { changingCase } from './changingCase.ts';

/** Reads a case held as flat lists. The content is taken as it is now; `changingCase` follows changes. */
export const caseReader = (catalogue: Catalogue, content: CaseContent): CaseReader =>
  changingCase(catalogue, content).reader;
