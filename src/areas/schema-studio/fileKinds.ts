/** The files of the schema language, as the list at the left shows them. */
import { sourceKind } from '../../../schemas/compile/sourceFiles.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { WorkingFile } from './working/workingCopy.ts';

/** Folders in the order of the list; what lies in others comes behind. */
export const KINDS = [
  'appendices',
  'pages',
  'code-lists',
  'rules',
  'obligations',
  'receivers',
  'headers',
  'completeness',
  'reports',
  'other',
] as const;
export type FileKind = (typeof KINDS)[number];

export function kindOf(file: string): FileKind {
  const folder = file.split('/')[0] ?? '';
  return KINDS.find((kind) => kind === folder) ?? 'other';
}

/** The name of a file without folder and endings: `KR`, `countries`; of other folders the whole path. */
export const shortName = (file: string): string =>
  kindOf(file) === 'other' ? file : (file.split('/')[1] ?? file).replace(/\.\w+\.json$/, '');

/** Does it differ from what is published? */
export const isChanged = ({ text, active }: Pick<WorkingFile, 'text' | 'active'>): boolean => text !== active;

/** Only what was published here can be taken out: the product's own files stay, and a draft is discarded. */
export const mayTakeOut = ({ delivered, active, text }: WorkingFile): boolean =>
  !delivered && active !== null && text !== null;

/** Whose change of a file it is: what this window or this user wrote, another text on disk, or another user's draft. */
export function ownerOf(
  { keeping, origin, draftBy }: Pick<WorkingFile, 'keeping' | 'origin' | 'draftBy'>,
  userName: string,
): 'own' | 'disk' | 'other' {
  if (keeping !== 'kept') return 'own';
  if (origin === 'disk') return 'disk';
  return draftBy === userName ? 'own' : 'other';
}

/** What one publishes without thinking twice: one's own changes; those of others only where there are no own ones. */
export function tickedAtFirst(changed: readonly WorkingFile[], userName: string): ReadonlySet<string> {
  const own = changed.filter((file) => ownerOf(file, userName) === 'own');
  return new Set((own.length > 0 ? own : changed).map(({ file }) => file));
}

/** The texts to publish, of the files that are ticked. */
export const changesOf = (changed: readonly WorkingFile[], ticked: ReadonlySet<string>) =>
  changed.filter(({ file }) => ticked.has(file)).map(({ file, text }) => ({ file, text }));

export interface NewAppendix {
  appendix: string;
  authority: string;
  label: LocalizedText;
}

export const appendixFile = (appendix: string): string => `appendices/${appendix}.appendix.json`;

/** A file to begin with. */
export const appendixTemplate = ({ appendix, authority, label }: NewAppendix): string =>
  `${JSON.stringify(
    {
      $schema: '../meta/appendix.schema.json',
      appendix,
      authority,
      label,
      items: [],
      groups: [],
      overlays: {},
      codeLists: [],
      containers: [],
      rules: [],
    },
    null,
    2,
  )}\n`;

/** The file that defines an item: its page's, or its region's. */
export const fileOfItem = (item: { page: string; appendix: string | null }): string =>
  item.appendix === null ? `pages/${item.page}.page.json` : appendixFile(item.appendix);

/** Rules are in files of their own, and in those of regions. */
export const mayHaveRules = (file: string): boolean => ['rules', 'appendix'].includes(sourceKind(file) ?? '');
