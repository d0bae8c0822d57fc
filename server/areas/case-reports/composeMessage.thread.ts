import { catalogueFunction } from '../../catalogue/threadCatalogue.ts';
import { composeMessage } from './composeMessage.ts';

export const compose = catalogueFunction(composeMessage);
