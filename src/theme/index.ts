/** Look of the product. Import `./theme.css` after Mantine's style sheet. */
export { cssVariablesResolver, theme } from './theme.ts';
