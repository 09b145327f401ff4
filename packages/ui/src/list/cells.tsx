import { CELL_TEXT_LENGTH, cutText } from '@gwanje/domain/formats/text';
import type { ChipColour } from '@gwanje/domain/mappings/labels';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Chip } from '../chip.tsx';
import { Icon, type IconName } from '../icon.tsx';
import classes from './cells.module.css';
import { LongName } from './long-name.tsx';
import { filledShare, usageLevel } from './model/usage.ts';

interface TextCellProps {
  readonly text: string;
  /** Absent: the text itself. */
  readonly title?: string | undefined;
  readonly isQuiet?: boolean;
  readonly isStrong?: boolean;
}

/** Text that may be in a right-to-left script: isolates its direction, and shows the full text on hover. */
export function TextCell({ text, title = text, isQuiet = false, isStrong = false }: TextCellProps) {
  return (
    <bdi
      className={`${classes.text} ${isQuiet ? classes.quiet : ''} ${isStrong ? classes.strong : ''}`}
      title={title}
    >
      {isStrong ? <LongName text={text} /> : cutText(text, CELL_TEXT_LENGTH)}
    </bdi>
  );
}

interface LinkCellProps {
  readonly text: string;
  readonly href: string;
  readonly onFollow: (href: string) => void;
  readonly isStrong?: boolean;
}

/** A link: middle click, new tab and copying the address work; a plain click navigates inside the console. */
export function LinkCell({ text, href, onFollow, isStrong = false }: LinkCellProps) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow(href);
  }
  return (
    <a
      className={`${classes.text} ${classes.link} ${isStrong ? classes.strong : ''}`}
      href={href}
      title={text}
      tabIndex={-1}
      onClick={follow}
    >
      <bdi>
        <LongName text={text} />
      </bdi>
    </a>
  );
}

export interface StateAppearance {
  readonly label: string;
  readonly icon: IconName;
  readonly colour: ChipColour | 'normal' | 'accent';
  /** Unknown states are hatched. */
  readonly isHatched?: boolean;
}

export function StateCell({ label, icon, colour, isHatched = false }: StateAppearance) {
  return (
    <Chip colour={colour} icon={icon} title={label} className={isHatched ? classes.hatched : classes.chip}>
      {label}
    </Chip>
  );
}

interface UsageCellProps {
  readonly used: string;
  /** The share of the limit; null: unknown, undefined: no limit is set. */
  readonly percent: number | null | undefined;
  readonly percentText: string;
  /** The limit is hard, so a usage near it is coloured as a warning. */
  readonly isBound: boolean;
  /** The position of a mark on the bar, 0 to 1: the request below a limit. */
  readonly mark?: number | undefined;
  /** The full text: value, request, limit. */
  readonly description: string;
  /** A stale value: hatched, without a warning colour. */
  readonly isStale?: boolean;
}

export function UsageCell({
  used,
  percent,
  percentText,
  isBound,
  mark,
  description,
  isStale = false,
}: UsageCellProps) {
  const level = isStale ? 'stale' : isBound ? usageLevel(percent ?? null) : 'unbound';
  return (
    <span className={`${classes.usage} ${isStale ? classes.old : ''}`} title={description}>
      <span className={classes.text}>{used}</span>
      <span className={`${classes.bar} ${percent === undefined ? classes.unset : ''}`} aria-hidden="true">
        <span
          className={`${classes.fill} ${classes[level] ?? ''}`}
          style={{ display: 'block', width: `${filledShare(percent ?? null) * 100}%` }}
        />
        {mark !== undefined && mark > 0 && mark < 1 && (
          <span className={classes.mark} style={{ left: `${mark * 100}%` }} />
        )}
      </span>
      <span
        className={`${classes.text} ${classes.percent} ${
          percent === undefined ? classes.quiet : (classes[level] ?? '')
        }`}
      >
        {percentText}
      </span>
    </span>
  );
}

/** An age; a stale one is marked by colour and icon. */
export function AgeCell({ text, title, isStale }: { text: string; title: string; isStale: boolean }) {
  if (!isStale) return <TextCell text={text} title={title} />;
  return (
    <span className={classes.tooOld} title={title}>
      <Icon name="mdi-timer-sand" size={13} />
      {text}
    </span>
  );
}

export function AlarmCntCell({ count, text }: { count: number | null; text: string }) {
  if (!count) return <span className={classes.quiet}>{text}</span>;
  return (
    <span className={classes.alarms}>
      <Icon name="mdi-bell-ring-outline" size={13} />
      {text}
    </span>
  );
}

interface FlashProps {
  /** The row's key: a value of another row is not a change. */
  readonly of: string;
  /** Compared between two renders of the same row. */
  readonly value: string;
  readonly children: ReactNode;
}

/** Flashes once when the value changes while the row is on screen. */
export function Flash({ of, value, children }: FlashProps) {
  const [last] = useState(() => ({ of, value, changes: 0 }));
  // Written during render, which is idempotent: a state would render every such cell of a new row twice.
  if (last.of !== of) Object.assign(last, { of, value, changes: 0 });
  else if (last.value !== value) Object.assign(last, { value, changes: last.changes + 1 });
  return (
    <span key={last.changes} className={last.changes > 0 ? classes.flash : undefined}>
      {children}
    </span>
  );
}
