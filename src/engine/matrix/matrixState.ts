/** What the open matrix keeps beside its values: the pair in focus, the one copied, and the words of each cell. */
import { atom, type Atom, type PrimitiveAtom } from 'jotai';
import { addressAt, type RowPath } from '../../../shared/case/itemAddress.ts';
import { rowKey } from '../../../shared/case/caseContent.ts';
import type { Engine } from '../page/context.ts';
import { pairText, type PairReader, type PairText } from './pairText.ts';
import type { Assessment } from './pairs.ts';
import type { MatrixShape } from './shape.ts';

interface Copied {
  assessment: Assessment;
  /** names of the pair, for people */
  from: string;
}

export interface MatrixState {
  /** own and other row number of the pair in focus; null while nothing is shown */
  pair: PrimitiveAtom<RowPath | null>;
  copied: PrimitiveAtom<Copied | null>;
  text(pair: RowPath): Atom<PairText>;
}

export const pairKey = ([own = 0, other = 0]: RowPath): string => `${own}|${other}`;

/** The key under which findings of a pair are counted. */
export const pairRowKey = ({ group }: MatrixShape, pair: RowPath): string => {
  const { rowNo, rowNo2, rowNo3 } = addressAt('', pair);
  return rowKey({ group: group.group, rowNo, rowNo2, rowNo3 });
};

/** Cells follow the values they show and nothing else. */
export function createMatrixState(
  {
    session,
    catalogue,
    codes,
    language,
    t,
  }: Pick<Engine, 'session' | 'catalogue' | 'codes' | 'language' | 't'>,
  shape: MatrixShape,
): MatrixState {
  const texts = new Map<string, Atom<PairText>>();
  return {
    pair: atom<RowPath | null>(null),
    copied: atom<Copied | null>(null),
    text(pair) {
      const key = pairKey(pair);
      let found = texts.get(key);
      if (!found) {
        found = atom((get) => {
          const reader: PairReader = {
            catalogue,
            language,
            value: (address) => get(session.view(address)),
            rows: (group, path) => get(session.rows(group, path)),
            isRowChanged: (row) => session.isRowChanged(row),
            codeLabel: (item, code) =>
              get(codes.at(item.itemId)).data?.codes.find((known) => known.code === code)?.label,
            flag: (isSet) => t(isSet ? 'yes' : 'no'),
          };
          return pairText(shape, reader, pair);
        });
        texts.set(key, found);
      }
      return found;
    },
  };
}
