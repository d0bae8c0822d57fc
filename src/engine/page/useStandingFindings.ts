import { useMemo, useState } from 'react';
import { atom, useAtomValue } from 'jotai';
import { selectAtom } from 'jotai/utils';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { useEngine } from './context.ts';
import type { Finding } from './formState.ts';
import { standingFindings } from './standingFindings.ts';

/** Half a number or half a code is wrong only because it is half: these are judged when their field is left. */
const JUDGED_WHEN_LEFT = new Set<CatalogueItem['control']>(['number', 'codedTerm']);

interface StandingFindings {
  findings: readonly Finding[];
  /** to be told of typing in the field, and of leaving it */
  onInput: () => void;
  onBlur: () => void;
}

/** The findings of an item as they stand, drawn anew only where they become others. */
export function useStandingFindings(
  item: CatalogueItem,
  address: ItemAddress,
  key: string,
): StandingFindings {
  const { codes, form, session } = useEngine();
  const standing = useMemo(() => {
    const all = atom((get) => {
      const view = get(session.view(address));
      const list = item.codeList === null ? null : get(codes.at(item.itemId)).data;
      return standingFindings(item, address, view, get(form.findings(key)), list);
    });
    return selectAtom(all, itself, sayTheSame);
  }, [codes, form, session, item, address, key]);
  const now = useAtomValue(standing);
  const [held, hold] = useState<readonly Finding[] | null>(null);
  return {
    findings: held ?? now,
    onInput: () => {
      if (held === null && JUDGED_WHEN_LEFT.has(item.control)) hold(now);
    },
    onBlur: () => hold(null),
  };
}

const itself = (findings: readonly Finding[]): readonly Finding[] => findings;

const sayTheSame = (left: readonly Finding[], right: readonly Finding[]): boolean =>
  left.length === right.length &&
  left.every(
    (finding, at) => finding.ruleId === right[at]?.ruleId && finding.message.en === right[at].message.en,
  );
