import { formatBytes, formatNumber } from '@gwanje/domain/formats/numbers';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { type MouseEvent, memo } from 'react';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import type { LogLine, LogMark, LogRow, MarkKind } from '../lines/log-row.ts';
import { LineContent } from './line-content.tsx';
import { dayOf, timeOf } from './line-time.ts';
import classes from './log-rows.module.css';

export interface ShownSource {
  readonly label: string;
  readonly title: string;
  /** From 1 to 8, a colour of the charts. */
  readonly colour: number;
}

/** What all rows share. A new object makes every row on screen render again. */
export interface RowContext {
  /** Empty if there is only one source: its name says nothing. */
  readonly sources: readonly ShownSource[];
  readonly showsTimes: boolean;
  readonly rangesOf: (line: LogLine) => readonly number[] | null;
  readonly currentMatch: LogRow | null;
  readonly isSelected: (row: LogRow) => boolean;
  readonly isExpanded: (line: LogLine) => boolean;
  readonly onExpand: (line: LogLine) => void;
  readonly onSelect: (row: LogRow, isRange: boolean) => void;
}

interface LogRowProps {
  readonly row: LogRow;
  readonly before: LogRow | undefined;
  readonly context: RowContext;
}

export const LogRowView = memo(function LogRowView({ row, before, context }: LogRowProps) {
  return row.kind === 'line' ? (
    <LineView line={row} before={before} context={context} />
  ) : (
    <MarkView mark={row} source={context.sources[row.source]} />
  );
});

function LineView({ line, before, context }: Omit<LogRowProps, 'row'> & { readonly line: LogLine }) {
  const t = useT();
  const source = context.sources[line.source];
  const day = dayOf(line.ms);
  const isExpanded = context.isExpanded(line);
  const onSelect = ({ shiftKey }: MouseEvent) => context.onSelect(line, shiftKey);
  return (
    <div
      className={classes.line}
      data-seq={line.seq}
      data-level={line.level ?? undefined}
      data-selected={context.isSelected(line) || undefined}
      data-match={context.currentMatch === line || undefined}
      data-expanded={isExpanded || undefined}
    >
      {context.showsTimes && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.time}
          title={`${line.time} · ${t('logs.selectLine')}`}
          onClick={onSelect}
        >
          {(!before || dayOf(before.ms) !== day) && <span className={classes.day}>{day}</span>}
          <time dateTime={line.time}>{timeOf(line.ms)}</time>
        </button>
      )}
      {source && (
        <span className={classes.source} data-colour={source.colour} title={source.title}>
          <bdi>{source.label}</bdi>
        </span>
      )}
      <LineContent
        line={line}
        ranges={context.rangesOf(line)}
        isExpanded={isExpanded}
        onExpand={() => context.onExpand(line)}
      />
      {line.cutBytes > 0 && (
        <span className={classes.cut}>{t('logs.cut', { size: formatBytes(line.cutBytes) })}</span>
      )}
    </div>
  );
}

const markIcons: Readonly<Record<MarkKind, IconName>> = {
  leftOut: 'mdi-content-cut',
  gap: 'mdi-dots-horizontal',
  restarted: 'mdi-restart',
  waiting: 'mdi-timer-sand',
  agentGone: 'mdi-lan-disconnect',
  apiServerGone: 'mdi-lan-disconnect',
  open: 'mdi-check',
  end: 'mdi-stop-circle-outline',
  alarm: 'mdi-bell-ring-outline',
};

function MarkView({ mark, source }: { readonly mark: LogMark; readonly source: ShownSource | undefined }) {
  const t = useT();
  return (
    <div className={classes.mark} data-seq={mark.seq} data-mark={mark.mark}>
      <Icon name={markIcons[mark.mark]} size={14} />
      {source && (
        <span className={classes.source} data-colour={source.colour} title={source.title}>
          <bdi>{source.label}</bdi>
        </span>
      )}
      <span>{markText(mark, t)}</span>
      {mark.detail !== null && <bdi className={classes.detail}>{mark.detail}</bdi>}
    </div>
  );
}

/** The text of a mark, also for copies. */
export function markText(mark: LogMark, t: Translate): string {
  const at = formatTimestamp(mark.fromTime);
  switch (mark.mark) {
    case 'leftOut':
      return t('logs.mark.leftOut', {
        cnt: formatNumber(mark.cnt),
        size: formatBytes(mark.bytes),
        from: at,
        to: formatTimestamp(mark.toTime),
      });
    case 'gap':
      return t('logs.mark.gap', {
        from: at,
        to: mark.toTime === null ? t('logs.mark.gapNow') : formatTimestamp(mark.toTime),
      });
    case 'end':
      return t(`logs.end.${endReason(mark.reason)}`);
    default:
      return `${t(`logs.mark.${mark.mark}`)} · ${at}`;
  }
}

const END_REASONS = [
  'finished',
  'limit',
  'containerGone',
  'noPrevious',
  'noRight',
  'noPermission',
  'busy',
] as const;

function endReason(reason: string | null): (typeof END_REASONS)[number] | 'failed' {
  return END_REASONS.find((one) => one === reason) ?? 'failed';
}
