/** What every part of the open matrix may use. */
import { createContext, useContext } from 'react';
import type { TFunction } from 'i18next';
import type { MatrixState } from './matrixState.ts';
import type { MatrixShape } from './shape.ts';

export interface MatrixParts {
  shape: MatrixShape;
  state: MatrixState;
  t: TFunction<'matrix'>;
}

export const MatrixContext = createContext<MatrixParts | null>(null);

export function useMatrix(): MatrixParts {
  const matrix = useContext(MatrixContext);
  if (!matrix) throw new Error('a part of the matrix stands outside of a MatrixForm');
  return matrix;
}
