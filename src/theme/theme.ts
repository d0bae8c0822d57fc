import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { darkTokens, lightTokens, sizeTokens } from './tokens.ts';

// the system's own letters; the named families give Korean, Japanese and Chinese their proper shapes
const FONTS = [
  'system-ui',
  '-apple-system',
  '"Segoe UI"',
  'Roboto',
  '"Noto Sans"',
  '"Apple SD Gothic Neo"',
  '"Malgun Gothic"',
  '"Noto Sans KR"',
  '"Noto Sans CJK KR"',
  '"Hiragino Sans"',
  '"Yu Gothic UI"',
  '"Noto Sans JP"',
  '"PingFang SC"',
  '"Microsoft YaHei"',
  '"Noto Sans SC"',
  'sans-serif',
].join(', ');

const ink: MantineColorsTuple = [
  '#e6f0f7',
  '#cfe1ee',
  '#a9cbe2',
  '#7db8e0',
  '#4f97c9',
  '#2f7bb0',
  '#1f5f8b',
  '#1a5178',
  '#164565',
  '#103449',
];

// the greys of Mantine's dark controls, towards the blue of ours
const dark: MantineColorsTuple = [
  '#dfe5eb',
  '#c3ccd5',
  '#9fabb8',
  '#7c8997',
  '#697684',
  '#36424e',
  '#14191f',
  '#12171c',
  '#0f1418',
  '#0b0f13',
];

/** What can be hit where such buttons stand close (WCAG 2.5.8). */
const SMALLEST = '1.5rem';

/** One restrained accent, dense controls, focus rings for the keyboard. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 6, dark: 5 },
  colors: { ink, dark },
  autoContrast: true,
  fontFamily: FONTS,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Consolas, "Noto Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.375rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  components: {
    // a closed drop-down that stays mounted costs three times its input
    Select: { defaultProps: { comboboxProps: { keepMounted: false } } },
    MultiSelect: { defaultProps: { comboboxProps: { keepMounted: false } } },
    Autocomplete: { defaultProps: { comboboxProps: { keepMounted: false } } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 } } },
    // the head of a dialog is no banner of the page
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // screen readers ignore a label on a plain span
    Loader: { defaultProps: { role: 'status' } },
    // an empty element among the entries of a menu is none; the first entry takes the focus instead. A menu that fades takes
    // the second click of a double click, too, and does twice what its entry says
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Button: {
      vars: (_theme: unknown, { size }: { size?: unknown }) =>
        size === 'compact-xs' ? { root: { '--button-height': SMALLEST } } : {},
    },
    // in a narrow window its labels take several lines, or the page scrolls sideways (WCAG 1.4.10)
    // entries of equal width break the longer words of some languages in two
    SegmentedControl: {
      styles: {
        root: { maxWidth: '100%' },
        control: { flex: '1 1 auto' },
        label: { whiteSpace: 'normal' },
      },
    },
    Pagination: { vars: () => ({ root: { '--pagination-control-size': SMALLEST } }) },
    Table: { defaultProps: { verticalSpacing: 4, horizontalSpacing: 'sm' } },
  },
});

/** Variables of each scheme: the tokens, and Mantine's own with the same colours. */
export const schemeVariables = {
  light: {
    ...lightTokens,
    '--mantine-color-body': lightTokens['--cw-ground'],
    '--mantine-color-text': lightTokens['--cw-text'],
    '--mantine-color-dimmed': lightTokens['--cw-dim'],
    '--mantine-color-placeholder': '#66727f',
    '--mantine-color-error': lightTokens['--cw-error'],
    '--mantine-color-default-border': lightTokens['--cw-line'],
    '--mantine-color-anchor': lightTokens['--cw-accent'],
  },
  dark: {
    ...darkTokens,
    '--mantine-color-body': darkTokens['--cw-ground'],
    '--mantine-color-text': darkTokens['--cw-text'],
    '--mantine-color-dimmed': darkTokens['--cw-dim'],
    '--mantine-color-placeholder': '#8f9ba8',
    '--mantine-color-error': darkTokens['--cw-error'],
    '--mantine-color-default': darkTokens['--cw-raised'],
    '--mantine-color-default-hover': darkTokens['--cw-hover'],
    '--mantine-color-default-border': darkTokens['--cw-line'],
    '--mantine-color-anchor': darkTokens['--cw-accent'],
  },
};

/** Hands the variables to the style sheets. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { ...sizeTokens },
  ...schemeVariables,
});
