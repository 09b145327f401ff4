import type { KeyboardEvent, ReactNode } from 'react';
import classes from './tabs.module.css';

interface TabListProps<Id extends string> {
  /** A tab's id is `<id>-<tab>`, the panel's `<id>-panel`. */
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly content: ReactNode }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** Tabs within one form: changing the tab keeps the address and the values of the other tabs. */
export function TabList<Id extends string>({ id, label, tabs, chosen, onChoose }: TabListProps<Id>) {
  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    const button = currentTarget.querySelector(`[data-tab="${next.id}"]`);
    if (button instanceof HTMLElement) button.focus();
  }

  return (
    <div className={classes.bar}>
      <div className={classes.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            className={classes.tab}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.content}
          </button>
        ))}
      </div>
    </div>
  );
}
