import { PageHeader } from '../components/index.ts';
import { List, type ListProps } from './List.tsx';
import classes from './ListPage.module.css';

/** A page that is a list: its title names both. */
export const ListPage = (props: ListProps) => (
  <div className={classes.page}>
    <PageHeader title={props.label} />
    <List {...props} />
  </div>
);
