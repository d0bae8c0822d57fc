import { defineConfig } from 'oxlint';

const IMPATIENT = ['waitFor', 'waitUntil'].map((property) => ({
  object: 'vi',
  property,
  message: 'It gives up after a second. Use expect.poll, which waits as long as the project says.',
}));

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'react', 'oxc'],
  options: { typeAware: true },
  ignorePatterns: [
    'dist',
    '/data',
    'dist-storybook',
    'stories/generated',
    '.cache',
    'scripts/**/*.mjs',
    '**/*.generated.ts',
  ],
  categories: { correctness: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/consistent-type-imports': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-array-constructor': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'no-console': ['error', { allow: ['warn', 'error'] }],
    'no-restricted-properties': ['error', ...IMPATIENT],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],

    // a method without `this` is passed on; text is spread into code points; names are sorted by code unit
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/require-array-sort-compare': 'off',
    // it takes a text field of a form for a file, and a default of what the network sent for useless
    'typescript/no-base-to-string': 'off',
    'typescript/no-useless-default-assignment': 'off',
    // control characters are what some patterns look for
    'no-control-regex': 'off',
    // the components are written without the compiler of React, whose preconditions these are
    'react/immutability': 'off',
    'react/preserve-manual-memoization': 'off',
    'react/refs': 'off',
    'react/set-state-in-effect': 'off',
  },
  overrides: [
    {
      files: ['scripts/**/*.ts', 'bench/**/*.ts', 'server/main.ts', 'server/startProgram.ts'],
      rules: { 'no-console': 'off' },
    },
    {
      files: ['src/**/*.{ts,tsx}'],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...IMPATIENT,
          {
            object: 'crypto',
            property: 'randomUUID',
            message: 'Browsers have it over https only. Use newUuid of src/browser.',
          },
        ],
      },
    },
  ],
});
