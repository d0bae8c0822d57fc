/**
 * What the engine needs from outside. Areas implement it with dialogs and queries, stories with fakes. One object that
 * never changes identity while a page is open.
 */
import type { Atom } from 'jotai';
import type { ChosenMaster, OverwrittenItem } from '../../shared/records/masterFill.ts';
import type { ChosenRecord } from '../../shared/records/chosenRecords.ts';
import type { Choosable, CodeShown, LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { ItemAddress, RowPath } from '../../shared/case/itemAddress.ts';
import type { ItemProperties } from '../../shared/case/itemValue.ts';
import type { Code } from '../../shared/entry/codeSearch.ts';
import type { PageSession } from './session/pageSession.types.ts';

/** The codes of an item, in the page's language. */
export interface CodeList {
  codes: readonly Code[];
  /** other codes may be given too */
  open: boolean;
  /** OID, where the codes have a system */
  codeSystem?: string | undefined;
  /** false: it may change while the page is open, so it is fetched again whenever it is opened */
  cached: boolean;
  /** what people see of a code; by default both in fields, the label elsewhere */
  shown?: CodeShown | undefined;
}

export interface Term {
  code: string;
  term: string;
  version: string | null;
  /** from the nearest parent upwards, e.g. PT, HLT, HLGT, SOC of a MedDRA LLT */
  parents: string[];
  /** taken from an invented sample, not from the licensed dictionary */
  sample?: boolean;
}

/** What is to be looked up, and what can take the answer. */
export interface LookUpRequest {
  itemId: string;
  dictionary: string;
  /** null: the active one */
  version: string | null;
  keyword: string;
  /** most characters of a code; null: any number */
  codeLength: number | null;
  /** values of search fields that the item sets */
  fields: Readonly<Record<string, string>>;
  /** what takes the term as text, and most characters of it; null: nothing does */
  text: { maxLength: number | null } | null;
}

/** The same for recommended codes. */
export interface RecommendRequest extends LookUpRequest {
  address: ItemAddress;
  /** the verbatim text beside the item; null: the page has no such text, the case may */
  adjacentText: string | null;
}

/** A code of a dictionary, stored or typed. */
export interface EntryRequest {
  dictionary: string;
  /** null: the active one */
  version: string | null;
  code: string;
}

/** An entry of the dictionary, or what was typed, taken as it is. */
export type LookedUp = { how: 'term'; term: Term } | { how: 'typed'; as: 'code' | 'text'; text: string };

/** The subject of a question for the reason: a finding, the state of an item, or a part that a page hides. */
export type WhySubject =
  | {
      kind: 'finding';
      finding: ItemAddress & { ruleId: string; ruleIds?: readonly string[]; message: LocalizedText };
    }
  | { kind: 'item'; address: ItemAddress }
  | { kind: 'hidden'; page: string; rootPath: RowPath };

/** An entry that an area adds to the menu of an item. */
interface ItemAction {
  key: string;
  /** in the page's language */
  label: string;
  /** fills the item: offered below its field, too, while the item is empty */
  fills?: boolean;
  run: () => void;
}

export interface EngineServices {
  /** The full code list of an item; the caller caches it if it may be cached. */
  codes(itemId: string): Promise<CodeList>;
  /** Opens the look-up dialog of a coded item. Null: the user closed it. */
  lookUp(request: LookUpRequest): Promise<LookedUp | null>;
  /** The same, begun with what is recommended; absent where there is no case to recommend for. */
  recommend?: (request: RecommendRequest) => Promise<LookedUp | null>;
  /** Shows the entry of a code. True: the user wants to see more of them. */
  showEntry?: (request: EntryRequest) => Promise<boolean>;
  /** Lets the user choose a record of a kind; null when closed. Absent without records. */
  choose?: (kind: string) => Promise<ChosenMaster | null>;
  /** Lets several records be chosen; null when closed. Absent without records. */
  chooseSeveral?: (
    of: Choosable,
    chosen: readonly ChosenRecord[],
    beside: Readonly<Partial<Record<Choosable, readonly number[]>>>,
  ) => Promise<ChosenRecord[] | null>;
  /** Lets items of cases be chosen, of any region; null when closed. Absent outside of records. */
  chooseItems?: (chosen: readonly string[]) => Promise<readonly string[] | null>;
  /** Labels of items of cases in the page's language; an unknown one has none. Absent outside of records. */
  itemNames?: (itemIds: readonly string[]) => Promise<Readonly<Record<string, string>>>;
  /** Shows what a chosen record would overwrite; false: the user keeps it. Absent: nobody is asked. */
  confirmOverwrite?: (name: string, overwritten: readonly OverwrittenItem[]) => Promise<boolean>;
  /** Says that a chosen record fills nothing, since the user may not change some items. `labels`: of these. */
  refuseFill?: (name: string, labels: readonly string[]) => void;
  /** The term behind a stored code, or null where the dictionary does not have it. */
  termOf(request: EntryRequest): Promise<Term | null>;
  /** The terms whose code or whole name the text is; none where it is neither. Absent where nothing can be searched. */
  termsNamed?: (request: Omit<EntryRequest, 'code'> & { text: string }) => Promise<readonly Term[]>;
  /** Stores a file; rejects with a message for the user. */
  upload(file: File): Promise<ItemProperties & { fileKey: string }>;
  /** Hands the stored file of an attachment to the user. */
  download(address: ItemAddress, properties: ItemProperties): Promise<void>;
  /** Opens the history of an item. */
  showAudit(address: ItemAddress): void;
  /** Shows the questions at an item, and asks another one; absent where no case is open. */
  askQuestion?: (address: ItemAddress) => void;
  /** Further actions of an item; called whenever its menu opens. `readOnly`: its value may not be changed. */
  itemActions?: (address: ItemAddress, session: PageSession, readOnly: boolean) => readonly ItemAction[];
  /** in the store of the session: changes when `itemActions` offers something else */
  offers?: Atom<unknown>;
  /** Called by *undo* when the page has nothing left to undo; absent where no other page has edits. */
  undoElsewhere?: () => void;
  /** Explains why something is as it is; absent where no explanation exists. */
  showWhy?: (subject: WhySubject) => void;
  /** Goes to the matrix of the page's rows, begun at one of them; absent where nothing shows it. */
  showMatrix?: (rowNo: number) => void;
  /** Shows where the schema files define an item; absent where nothing does. */
  showDefinition?: (itemId: string) => void;
  /** Translates the text into the notation language; absent without a translator: the button then names the setting. */
  translate?: (text: string) => Promise<string>;
}
