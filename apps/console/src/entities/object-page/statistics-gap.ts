import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import type { StatisticsGap, StatisticsGapReason } from '@gwanje/contract/objects/object-calls';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import type { Translate } from '#core/i18n/i18n.ts';

/** The title and the text of an empty chart whose range ends after `sinceMs`. */
export interface EmptyText {
  readonly title: string;
  readonly text: string;
  readonly sinceMs?: number;
}

/** Since when an object has no statistics, and why. */
export function gapTexts({ since, reason, detail }: StatisticsGap, t: Translate): EmptyText {
  const text = [reasonText(reason, t), detail].filter((part) => part !== null).join(' ');
  return { title: sinceTitle(since, t), text, sinceMs: Date.parse(since) };
}

/** Since when nodes of a cluster have no statistics, and how many. */
export function missingTexts(
  missing: NonNullable<ClusterState['missingStatistics']>,
  t: Translate,
): EmptyText {
  const { since, nodeCnt: cnt, awaitedNodeCnt: total } = missing;
  const text = t('monitoring.noStatisticsCluster', { cnt, total });
  return { title: sinceTitle(since, t), text, sinceMs: Date.parse(since) };
}

function sinceTitle(since: string, t: Translate): string {
  return t('monitoring.noStatisticsSince', { since: formatTimestamp(since) });
}

function reasonText(reason: StatisticsGapReason, t: Translate): string {
  switch (reason) {
    case 'nodeWithoutStatistics':
    case 'nodeNotReady':
    case 'nodeAgentMissing':
    case 'notReported':
      return t(`monitoring.gap.${reason}`);
    default:
      return t(`monitoring.problem.${reason}`);
  }
}
