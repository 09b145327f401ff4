import { Icon, type IconName } from '@gwanje/ui/icon';
import type { ComponentPropsWithRef } from 'react';
import classes from './header-control.module.css';

interface HeaderControlProps extends ComponentPropsWithRef<'button'> {
  readonly icon: IconName;
  readonly text?: string | undefined;
  /** Small screens show only the icon; the text is its label. */
  readonly hidesText?: boolean;
  /** The text is cut where the header has no room. */
  readonly isLimited?: boolean;
  readonly hasMenu?: boolean;
  readonly shortcut?: string;
}

export function HeaderControl({
  icon,
  text,
  hidesText,
  isLimited,
  hasMenu,
  shortcut,
  ...button
}: HeaderControlProps) {
  return (
    <button
      type="button"
      {...button}
      className={`${classes.control} ${text === undefined ? classes.square : ''} ${isLimited ? classes.limited : ''}`}
    >
      <Icon name={icon} size={17} />
      {text !== undefined && (
        <span className={`${classes.text} ${hidesText ? classes.narrowHidden : ''}`}>{text}</span>
      )}
      {shortcut && (
        <span className={classes.kbd} aria-hidden="true">
          {shortcut}
        </span>
      )}
      {hasMenu && <Icon name="mdi-chevron-down" />}
    </button>
  );
}
