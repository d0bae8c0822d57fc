/** Looks for cases that may be the same: as one that is there (`?caseKey=`), or as what is typed before a case is added. */
import { useSearchParams } from 'react-router-dom';
import { CheckCase } from './CheckCase.tsx';
import { CheckTyped } from './CheckTyped.tsx';

export function DuplicateCheckPage() {
  const [params] = useSearchParams();
  const caseKey = Number(params.get('caseKey'));
  return Number.isInteger(caseKey) && caseKey > 0 ? (
    <CheckCase key={caseKey} caseKey={caseKey} />
  ) : (
    <CheckTyped />
  );
}
