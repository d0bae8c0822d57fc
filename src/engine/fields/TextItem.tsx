import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useLimitedValue } from './useLimitedText.ts';
import { useOwnText } from './useOwnText.ts';
import light from './light.module.css';

/** An input drops line ends, which would join the words around them as soon as the text is edited. */
const inOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** One line of text. */
function TextItem(props: FieldProps) {
  const { readOnly, input } = props;
  const { cut, type } = useLimitedValue(props);
  const text = useOwnText<HTMLInputElement>(props, inOneLine);
  return (
    <input
      {...input}
      {...text}
      className={light.input}
      type="text"
      autoComplete="off"
      readOnly={readOnly}
      onFocus={cut}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

export const textField: FieldEntry = {
  name: 'text',
  rank: 1,
  test: hasControl('text'),
  Component: TextItem,
  labels: 'input',
  ownText: true,
};
