import { Icon } from '@gwanje/ui/icon';
import { type ReactNode, useId } from 'react';
import classes from './fold-panel.module.css';

interface FoldPanelProps {
  readonly title: string;
  readonly note: string;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

export function FoldPanel({ title, note, isExpanded, onToggle, children }: FoldPanelProps) {
  const bodyId = useId();
  return (
    <section className={`${classes.panel} ${isExpanded ? classes.expanded : ''}`} aria-label={title}>
      <h2 className={classes.head}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isExpanded}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <Icon name={isExpanded ? 'mdi-chevron-down' : 'mdi-chevron-right'} />
          <span className={classes.title}>{title}</span>
          <span className={classes.note}>{note}</span>
        </button>
      </h2>
      <div id={bodyId} hidden={!isExpanded} className={classes.body}>
        {isExpanded && children}
      </div>
    </section>
  );
}
