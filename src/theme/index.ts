/** Look of the product. Import `./theme.css` after Mantine's style sheet. */
export { cssVariablesResolver, schemeVariables, theme } from './theme.ts';
