import { threadFunction } from '../threads/threadTask.ts';
import { fontTable } from './fontTable.ts';

export const table = threadFunction((_: null) => fontTable());
