/**
 * What a user can read: which rows, and which items of them. A file is handed out only to who can read all that its maker
 * could.
 */
import { seesAllThat, sightOf, type Sight } from '../blinding/sight.ts';
import { scopeCovers, type Scope } from './scope.ts';

export type Reach = Sight & Scope;

/** Nothing else of a user. */
export const reachOf = ({ senderKeys, productKeys, studyKeys, ...sight }: Reach): Reach => ({
  ...sightOf(sight),
  senderKeys,
  productKeys,
  studyKeys,
});

/** Whether the reader can read at least what the maker of a file could when it was made. */
export const reachCovers = (reader: Reach, maker: Reach): boolean =>
  seesAllThat(reader, maker) && scopeCovers(reader, maker);
