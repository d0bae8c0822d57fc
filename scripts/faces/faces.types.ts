/** What the command and its page say to each other. */
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Theme } from '../../shared/faces/faceList.ts';

export interface FaceQuestion {
  catalogue: Catalogue;
  codeLists: Readonly<Record<string, CodeList>>;
  /** null: all */
  itemIds: string[] | null;
  languages: (keyof LocalizedText)[];
  panes: number[];
  themes: Theme[];
  /** compare what is heard with the accessibility tree */
  withTree: boolean;
}

/** Of an element in the accessibility tree of the browser. */
export interface TreeSpeech {
  name: string;
  description: string;
  isRequired: boolean;
}
