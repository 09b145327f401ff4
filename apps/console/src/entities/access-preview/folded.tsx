import { type ReactNode, useState } from 'react';
import classes from './access-change.module.css';

const SHOWN = 20;

interface FoldedProps<Item> {
  readonly items: readonly Item[];
  readonly more: (cnt: number) => string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** Shows the first twenty items, and a button with the count of the rest. */
export function Folded<Item>({ items, more, children }: FoldedProps<Item>) {
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = !isOpen && items.length > SHOWN;
  return (
    <>
      {children(isFolded ? items.slice(0, SHOWN) : items)}
      {isFolded && (
        <button type="button" className={classes.more} onClick={() => setIsOpen(true)}>
          {more(items.length - SHOWN)}
        </button>
      )}
    </>
  );
}
