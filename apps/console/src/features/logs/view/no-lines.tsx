import { TextButton } from '@gwanje/ui/buttons';
import { EmptyState } from '@gwanje/ui/panel';
import { useT } from '#core/i18n/i18n.ts';
import type { LogChoice } from '../log-choice.ts';
import type { LogSnapshot } from '../stream/log-session.ts';

interface NoLinesProps {
  readonly snapshot: LogSnapshot;
  readonly choice: LogChoice;
  readonly onChoose: (patch: Partial<LogChoice>) => void;
}

/** True: the cluster has no line of the chosen time, because the container has started again or wrote nothing. */
export function isGone({ connection, receivedCnt, sources }: LogSnapshot, choice: LogChoice): boolean {
  const isRead = connection.kind === 'ended' && sources.every(({ reason }) => reason === 'finished');
  return choice.aroundMs !== null && !choice.isPrevious && isRead && receivedCnt === 0;
}

/** Why there are no lines, and where to look instead. */
export function NoLines({ snapshot, choice, onChoose }: NoLinesProps) {
  const t = useT();
  if (isGone(snapshot, choice))
    return (
      <EmptyState
        icon="mdi-history"
        title={t('logs.empty.gone')}
        text={t('logs.empty.goneText')}
        actions={
          <>
            <TextButton icon="mdi-history" onClick={() => onChoose({ isPrevious: true })}>
              {t('logs.previous')}
            </TextButton>
            <TextButton onClick={() => onChoose({ aroundMs: null })}>{t('logs.empty.now')}</TextButton>
          </>
        }
      />
    );
  const loadedCnt = snapshot.rows.length;
  if (loadedCnt > 0)
    return (
      <EmptyState
        icon="mdi-filter-off-outline"
        title={t('logs.empty.filtered')}
        text={t('logs.empty.filteredText', { cnt: loadedCnt })}
      />
    );
  const isEnded = snapshot.connection.kind === 'ended';
  return (
    <EmptyState
      icon="mdi-text-box-outline"
      title={t('logs.empty.title')}
      text={t(isEnded ? 'logs.empty.ended' : 'logs.empty.text')}
    />
  );
}
