import { Icon, type IconName } from '@gwanje/ui/icon';
import type { ReactNode } from 'react';
import classes from './panels.module.css';

interface BannerProps {
  readonly tone: 'quiet' | 'warning' | 'critical';
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** A condition of the whole page: the object is deleted, silent or replaced. */
export function Banner({ tone, icon, title, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <Icon name={icon} />
      <strong>{title}</strong>
      {children && <span>{children}</span>}
    </div>
  );
}
