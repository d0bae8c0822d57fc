/** One reason: a rule, a condition, an authority, or what the item takes. */
import { seesItem } from '../../../../shared/blinding/sight.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue, CatalogueItem } from '../../../../schemas/compile/catalogue.types.ts';
import type { ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import {
  codesInWords,
  inputsOf,
  type Explanation,
  type Input,
} from '../../../../shared/expressions/explain.ts';
import type { Rule } from '../../../../shared/expressions/rules.types.ts';
import type { Reason } from '../../../../shared/rules/why.ts';
import {
  Details,
  WhyCondition,
  WhyExpression,
  WhyInputs,
  WhyPart,
  WhyTree,
  type WhyInput,
  type WhyNames,
} from '../../../components/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useSession } from '../../../session/sessionStore.ts';
import { displayText } from '../../../catalogue/display.ts';
import { useLabels, type StoredCode } from '../../../catalogue/useLabels.ts';
import { nameOf } from './partName.ts';
import classes from './WhyDialog.module.css';

export interface ReasonContext {
  /** of all regions */
  catalogue: Catalogue;
  /** names the rows of an address */
  rowOf: (address: ItemAddress) => string;
}

interface WhyReasonProps<Told extends Reason = Reason> {
  reason: Told;
  context: ReasonContext;
}

export function WhyReason({ reason, context }: WhyReasonProps) {
  const { t } = useTranslation('explain');
  const { language } = useRouteContext();
  switch (reason.kind) {
    case 'rule': {
      const { rules, when, check } = reason;
      const title = ({ id, authority, profiles }: Rule): string =>
        t('rule', {
          id,
          authority: profiles.length > 0 ? `${authority} / ${profiles.join(', ')}` : authority,
        });
      return (
        <WhyPart
          title={rules.map(title).join(' · ')}
          source={[...new Set(rules.map(({ source }) => source))].join(' · ')}
        >
          {when && <Condition title={t('runsBecause')} why={when} context={context} />}
          <Condition title={t(check.holds ? 'holdsNow' : 'mustHold')} why={check} context={context} />
        </WhyPart>
      );
    }
    case 'condition': {
      const of = nameOf(context.catalogue, reason.of, language);
      const state = `${reason.name}.${reason.why.holds ? 'holds' : 'fails'}` as const;
      return (
        <WhyPart title={t(`conditions.${state}`, { of })} source={reason.file}>
          <Condition title={t('condition')} why={reason.why} context={context} />
        </WhyPart>
      );
    }
    case 'computed':
      return (
        <WhyPart title={t(reason.isEntered ? 'calculated' : 'computed')} source={reason.file}>
          <Value value={reason.value} context={context} />
          <Condition title={t('expression')} why={reason.why} context={context} />
        </WhyPart>
      );
    case 'conformance':
      return (
        <WhyPart title={t('conformance')} source={reason.file}>
          <ul className={classes.plain}>
            {Object.entries(reason.required).map(([by, level]) => (
              <li key={by}>
                <b>{by}</b>: {t(`levels.${level}`)}
              </li>
            ))}
          </ul>
        </WhyPart>
      );
    case 'item':
      return (
        <WhyPart title={t('item')} source={reason.file}>
          <Facts item={reason.item} />
        </WhyPart>
      );
  }
}

function Value({ value, context }: { value: Input; context: ReasonContext }) {
  const { t } = useTranslation('explain');
  const inputs = useMemo(() => [value], [value]);
  return <ReadItems caption={t('value')} inputs={inputs} context={context} />;
}

/** The tree of a condition, and the items it read. */
export function Condition({
  title,
  why,
  context,
}: {
  title: string;
  why: Explanation;
  context: ReasonContext;
}) {
  const { t } = useTranslation('explain');
  const inputs = useMemo(() => inputsOf(why), [why]);
  const names = useNames(context, why, inputs);
  return (
    <WhyCondition title={title}>
      <WhyTree why={why} names={names} />
      <ReadItems caption={t('read')} inputs={inputs} context={context} />
      <WhyExpression why={why} />
    </WhyCondition>
  );
}

/** Names of what a condition reads, and the words of its values and of the codes that it mentions. */
function useNames(context: ReasonContext, why: Explanation, inputs: readonly Input[]): WhyNames {
  const { catalogue } = context;
  const { language } = useRouteContext();
  const session = useSession();
  const stored = useMemo(() => [...storedCodes(inputs), ...codesInWords(why)], [inputs, why]);
  const label = useLabels(catalogue, stored, language);
  return {
    rowOf: (group, path) => rowName(context, group, path),
    groupOf: (group) => nameOf(catalogue, { group }, language),
    itemOf: (itemId) => nameOf(catalogue, { itemId }, language),
    codeOf: (itemId, code) => label(itemId, code) ?? code,
    textOf(itemId, _path, read) {
      const item = catalogue.items[itemId];
      const content = read.find(({ address }) => address.itemId === itemId)?.said;
      return !seesItem(catalogue, session, itemId) ? null : displayText(item, content, label);
    },
  };
}

const storedCodes = (inputs: readonly Input[]): StoredCode[] =>
  inputs.map(({ address: { itemId }, said: content }) => ({ itemId, value: content?.value ?? null }));

/** Names a row by any of its items: the rows of an address are what it is asked for. */
function rowName({ catalogue, rowOf }: ReasonContext, group: string, path: readonly number[]): string {
  const item = Object.values(catalogue.items).find(({ groups }) => groups.at(-1) === group);
  const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = path;
  return item ? rowOf({ itemId: item.itemId, rowNo, rowNo2, rowNo3 }) : path.join('.');
}

interface ReadItemsProps {
  caption: string;
  inputs: readonly Input[];
  context: ReasonContext;
}

/** Items and their values. */
function ReadItems({ caption, inputs, context: { catalogue, rowOf } }: ReadItemsProps) {
  const { language } = useRouteContext();
  const session = useSession();
  const stored = useMemo(() => storedCodes(inputs), [inputs]);
  const label = useLabels(catalogue, stored, language);
  const shownInputs = inputs.map(({ address, said: content }): WhyInput => {
    const item = catalogue.items[address.itemId];
    const text = displayText(item, content, label);
    const code =
      content?.value && text !== content.value && item?.control !== 'date' ? ` (${content.value})` : '';
    return {
      key: addressKey(address),
      itemId: address.itemId,
      label: nameOf(catalogue, { itemId: address.itemId }, language),
      place: rowOf(address),
      text: text && `${text}${code}`,
      blinded: !seesItem(catalogue, session, address.itemId),
    };
  });
  return <WhyInputs caption={caption} inputs={shownInputs} />;
}

function Facts({ item }: { item: CatalogueItem }) {
  const { t } = useTranslation('explain');
  const facts = [
    ['control', item.control],
    ['maxLength', item.maxLength],
    ['codeList', item.codeList ?? item.dictionary],
    ['nullFlavors', item.nullFlavors.join(' ') || null],
    ['precision', item.precision && `${item.precision.min} – ${item.precision.max}`],
    ['appendix', item.appendix],
    ['certainty', item.certainty === 'sure' ? null : item.certainty],
  ] as const;
  const details = facts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ({ label: t(`facts.${name}`), value }));
  return <Details details={details} className={classes.facts} />;
}
