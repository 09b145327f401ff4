import type { ChipColour } from '@gwanje/domain/mappings/labels';
import type { ReactNode } from 'react';
import classes from './chip.module.css';
import { Icon, type IconName } from './icon.tsx';

interface ChipProps {
  readonly colour: ChipColour | 'normal' | 'accent';
  readonly icon?: IconName | undefined;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  /** Instead of the label. */
  readonly children?: ReactNode;
}

export function Chip({ colour, icon, title, className = '', label, children }: ChipProps) {
  return (
    <span className={`${classes.chip} ${classes[colour]} ${className}`} title={title}>
      {icon && <Icon name={icon} size={13} />}
      <span className={classes.label}>{children ?? label}</span>
    </span>
  );
}
