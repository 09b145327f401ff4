import type { CSSProperties } from 'react';

export type IconName = `mdi-${string}`;

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
  /** Only for an icon without text; beside a text it is decoration. */
  readonly label?: string;
  readonly className?: string | undefined;
}

const ROOT_FONT_PX = 16;

export function Icon({ name, size = 16, label, className }: IconProps) {
  // In rem: icons grow with the text of a page, as on a wallboard.
  const style: CSSProperties = { fontSize: `${size / ROOT_FONT_PX}rem` };
  const classNames = ['mdi', name, className].filter(Boolean).join(' ');
  if (label) return <i className={classNames} style={style} role="img" aria-label={label} />;
  return <i className={classNames} style={style} aria-hidden="true" />;
}
