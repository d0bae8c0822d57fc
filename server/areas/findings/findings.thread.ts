import { catalogueFunction } from '../../catalogue/threadCatalogue.ts';
import { visibleFindings } from './visibleFindings.ts';

export const findings = catalogueFunction(visibleFindings);
