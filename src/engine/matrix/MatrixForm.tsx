import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useEngine } from '../page/context.ts';
import { FormRoot, type PageFormProps } from '../PageForm.tsx';
import { Matrix } from './Matrix.tsx';
import { createMatrixState } from './matrixState.ts';
import { matrixShape } from './shape.ts';
import { MatrixContext } from './useMatrix.ts';

export interface MatrixFormProps extends PageFormProps {
  /** a group that is rows of another one; the session holds it over all rows of the page */
  group: string;
  /** number of the page's row to begin at */
  startAt?: number | null;
}

/** All pairs of a page's rows with the rows of another group, in one grid beside the form of the pair in focus. */
export const MatrixForm = ({ group, startAt = null, ...props }: MatrixFormProps) => (
  <FormRoot {...props}>
    <MatrixRoot group={group} startAt={startAt} />
  </FormRoot>
);

function MatrixRoot({ group, startAt }: { group: string; startAt: number | null }) {
  const { catalogue, codes, session, language, t: words } = useEngine();
  const { t } = useTranslation('matrix');
  const shape = useMemo(() => matrixShape(catalogue, group), [catalogue, group]);
  // not of the engine as a whole: what arrives later would lose the pair in focus
  const state = useMemo(
    () => createMatrixState({ catalogue, codes, session, language, t: words }, shape),
    [catalogue, codes, session, language, words, shape],
  );
  const matrix = useMemo(() => ({ shape, state, t }), [shape, state, t]);

  // cells show the words of codes
  useEffect(() => {
    const coded = [...shape.items, ...shape.nested.flatMap(({ items }) => items)];
    for (const { itemId, codeList } of coded) if (codeList !== null) codes.want(itemId);
    for (const itemId of shape.own.summary) if (catalogue.items[itemId]?.codeList) codes.want(itemId);
  }, [shape, codes, catalogue]);

  return (
    <MatrixContext value={matrix}>
      <Matrix startAt={startAt} />
    </MatrixContext>
  );
}
