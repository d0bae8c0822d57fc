/** Every field of the engine. A region's own field joins with a higher rank. */
import { attachmentField } from './AttachmentItem.tsx';
import { chosenItemsField } from './ChosenItemsItem.tsx';
import { chosenRecordsField } from './ChosenRecordsItem.tsx';
import { codedTermField } from './CodedTermItem.tsx';
import { codeListField, versionField } from './CodeListItem.tsx';
import { dateField } from './DateItem.tsx';
import { longTextField } from './LongTextItem.tsx';
import { numberField } from './NumberItem.tsx';
import { readOnlyField, rowReferenceField } from './PlainItems.tsx';
import { radioField } from './RadioItem.tsx';
import type { FieldEntry } from './registry.ts';
import { textField } from './TextItem.tsx';
import { trueOnlyField } from './TrueOnlyItem.tsx';
import { yesNoField } from './YesNoItem.tsx';

export const FIELDS: readonly FieldEntry[] = [
  textField,
  longTextField,
  numberField,
  dateField,
  codeListField,
  versionField,
  radioField,
  yesNoField,
  trueOnlyField,
  codedTermField,
  attachmentField,
  chosenRecordsField,
  chosenItemsField,
  readOnlyField,
  rowReferenceField,
];
