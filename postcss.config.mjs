/** For words that a screen reader reads and nobody sees. */
const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  'white-space': 'nowrap',
};

export default { plugins: { 'postcss-preset-mantine': { mixins: { 'visually-hidden': visuallyHidden } } } };
