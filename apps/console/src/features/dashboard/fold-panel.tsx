import { Icon } from '@gwanje/ui/icon';
import { type ReactNode, useId } from 'react';
import classes from './fold-panel.module.css';

interface FoldPanelProps {
  readonly title: string;
  readonly note: string;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
  /** Content at the end of the header, also visible when the panel is folded. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

export function FoldPanel({ title, note, isExpanded, onToggle, end, children }: FoldPanelProps) {
  const bodyId = useId();
  return (
    <section className={`${classes.panel} ${isExpanded ? classes.expanded : ''}`} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.heading}>
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
        {end}
      </div>
      <div id={bodyId} hidden={!isExpanded} className={classes.body}>
        {isExpanded && children}
      </div>
    </section>
  );
}
