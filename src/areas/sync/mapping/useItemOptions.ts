/** The items of a study for fields that choose one of them. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { cdmsItemsQuery, type CdmsItems, type StudyScope } from './mapping.queries.ts';

export interface Option {
  value: string;
  label: string;
}

export interface ItemOptions {
  /** every item once, by OID */
  items: Option[];
  /** groups of forms, by `groupValue` */
  groups: Option[];
  /** the items of a group of a form */
  itemsOf: (formOid: string, groupOid: string) => Option[];
  /** undefined: the study has no such item */
  source: (formOid: string, groupOid: string, itemOid: string) => CdmsItems['sources'][string] | undefined;
}

/** A group of a form as the value of an option. */
export const groupValue = (formOid: string, groupOid: string): string => JSON.stringify([formOid, groupOid]);

export function groupOfValue(value: string): { formOid: string; groupOid: string } {
  const [formOid = '', groupOid = ''] = JSON.parse(value) as string[];
  return { formOid, groupOid };
}

export function useItemOptions(scope: StudyScope): ItemOptions {
  const { language } = useRouteContext();
  const { data } = useQuery(cdmsItemsQuery(scope, language));
  return useMemo(() => optionsOf(data), [data]);
}

function optionsOf(data: CdmsItems | undefined): ItemOptions {
  const sources = Object.values(data?.sources ?? {});
  const labels = new Map(
    (data?.tree ?? []).flatMap(({ children }) =>
      children.flatMap((child) => [child, ...child.children]).map(({ id, label }) => [id, label] as const),
    ),
  );
  const labelled = Object.entries(data?.sources ?? {}).map(([id, source]) => ({
    ...source,
    option: { value: source.itemOid, label: labels.get(id) ?? source.itemOid },
  }));
  const groups = (data?.tree ?? []).flatMap((form) =>
    form.children
      .filter(({ type }) => type === 'GROUP')
      .map((group) => ({
        value: groupValue(form.property.itemKey, group.property.itemKey),
        label: `${form.label} / ${group.label}`,
      })),
  );
  return {
    items: eachOnce(labelled.map(({ option }) => option)),
    groups: eachOnce(groups),
    itemsOf: (formOid, groupOid) =>
      labelled
        .filter((item) => item.formOid === formOid && item.groupOid === groupOid)
        .map(({ option }) => option),
    source: (formOid, groupOid, itemOid) =>
      sources.find(
        (item) => item.formOid === formOid && item.groupOid === groupOid && item.itemOid === itemOid,
      ),
  };
}

/** Items are in several groups; stored definitions may have a form twice, once under the name of its group. */
const eachOnce = (options: readonly Option[]): Option[] => [
  ...new Map(options.map((option) => [option.value, option])).values(),
];

/** With an option for a value that the study has not, so that it is shown as it is. */
export const withValue = (options: readonly Option[], value: string | null): Option[] =>
  value === null || value === '' || options.some((option) => option.value === value)
    ? [...options]
    : [{ value, label: value }, ...options];
