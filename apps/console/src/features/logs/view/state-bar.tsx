import { errors } from '@gwanje/contract/definition/errors';
import { formatNumber } from '@gwanje/domain/formats/numbers';
import { formatInstant, formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import type { LogSnapshot, SourceState } from '../stream/log-session.ts';
import type { ConnectionState } from '../stream/log-stream.ts';
import classes from './log-view.module.css';

interface StateBarProps {
  readonly snapshot: LogSnapshot;
  readonly shownCnt: number;
  readonly onGoOn: () => void;
  readonly onRetry: () => void;
}

/** Whether the log is whole and live: the connection, sources that wait or ended, and lines that are missing. */
export function StateBar({ snapshot, shownCnt, onGoOn, onRetry }: StateBarProps) {
  const t = useT();
  const { connection, sources, receivedCnt, droppedCnt, leftOutCnt, isHeld } = snapshot;
  const problems = sourceProblems(sources, t);
  const isLimited = sources.some(({ reason }) => reason === 'limit');
  const tone = problems.length > 0 && connection.kind === 'connected' ? 'lost' : connection.kind;
  return (
    <footer className={classes.bar}>
      <span className={classes.state} data-connection={tone} role="status">
        {connectionText(connection, t)}
      </span>
      {connection.kind === 'refused' && connection.failure.code === errors.tooManyRequests.code && (
        <TextButton size="compact-xs" icon="mdi-refresh" onClick={onRetry}>
          {t('common.retry')}
        </TextButton>
      )}
      {problems.map((text) => (
        <span key={text} className={classes.problem} role="status">
          {text}
        </span>
      ))}
      {isLimited && (
        <TextButton size="compact-xs" icon="mdi-arrow-down" onClick={onGoOn}>
          {t('logs.goOn')}
        </TextButton>
      )}
      <span className={classes.counts}>
        {isHeld && <span className={classes.problem}>{t('logs.held')}</span>}
        {droppedCnt > 0 && <span>{t('logs.dropped', { cnt: formatNumber(droppedCnt) })}</span>}
        {leftOutCnt > 0 && (
          <span className={classes.problem}>{t('logs.leftOut', { cnt: formatNumber(leftOutCnt) })}</span>
        )}
        <span>
          {t('logs.loaded', { shown: formatNumber(shownCnt), cnt: formatNumber(receivedCnt - droppedCnt) })}
        </span>
      </span>
    </footer>
  );
}

function connectionText(connection: ConnectionState, t: Translate): string {
  if (connection.kind === 'lost') return t('logs.connection.lost', { at: formatInstant(connection.sinceMs) });
  if (connection.kind === 'refused') return `${t('logs.connection.refused')} · ${connection.failure.message}`;
  return t(`logs.connection.${connection.kind}`);
}

/** One text for all sources with the same problem. */
function sourceProblems(sources: readonly SourceState[], t: Translate): readonly string[] {
  const cnts = new Map<string, number>();
  for (const source of sources) {
    const text = problemOf(source, t);
    if (text !== null) cnts.set(text, (cnts.get(text) ?? 0) + 1);
  }
  return [...cnts].map(([text, cnt]) => (cnt > 1 ? t('logs.source.some', { text, cnt }) : text));
}

function problemOf({ kind, at, reason, detail }: SourceState, t: Translate): string | null {
  if (kind === 'waiting') return t('logs.source.waiting');
  if (kind === 'agentGone' || kind === 'apiServerGone')
    return t(`logs.source.${kind}`, { at: formatTimestamp(at) });
  if (kind !== 'ended' || reason === null || reason === 'finished') return null;
  return [t(`logs.end.${reason}`), detail].filter(Boolean).join(' · ');
}
