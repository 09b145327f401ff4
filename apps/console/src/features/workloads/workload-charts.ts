import type { ChartData, ChartMark, ChartRange } from '@gwanje/ui/chart/model/chart-data';
import type { Translate } from '#core/i18n/i18n.ts';
import type { ReplicaStep, RolloutRow, UsageSums } from './workload-queries.ts';

const POINTS = 360;

/** The steps on a grid: each count holds until the next step. Nothing is drawn before the first and after `untilMs`. */
export function replicaChart(
  steps: readonly ReplicaStep[],
  range: ChartRange,
  untilMs: number,
  t: Translate,
): ChartData {
  const stepMs = Math.max(1, Math.ceil((range.toMs - range.fromMs) / POINTS));
  const pointCnt = Math.ceil((range.toMs - range.fromMs) / stepMs);
  const values = { desiredCnt: [], readyCnt: [], updatedCnt: [] } as {
    readonly [Name in 'desiredCnt' | 'readyCnt' | 'updatedCnt']: (number | null)[];
  };
  let next = 0;
  let current: ReplicaStep | null = null;
  for (let point = 0; point < pointCnt; point++) {
    const atMs = range.fromMs + point * stepMs;
    let lowest: ReplicaStep | null = null;
    for (; next < steps.length; next++) {
      const step = steps[next];
      if (!step || Date.parse(step.at) >= atMs + stepMs) break;
      current = step;
      // A short drop between two points must be seen.
      if (lowest === null || (step.readyCnt ?? 0) < (lowest.readyCnt ?? 0)) lowest = step;
    }
    const shown = atMs > untilMs ? null : (lowest ?? current);
    values.desiredCnt.push(shown?.desiredCnt ?? null);
    values.readyCnt.push(shown?.readyCnt ?? null);
    values.updatedCnt.push(shown?.updatedCnt ?? null);
  }
  const series = [
    { key: 'desiredCnt', label: t('workloads.desired'), avg: values.desiredCnt },
    { key: 'readyCnt', label: t('columns.ready'), avg: values.readyCnt },
    { key: 'updatedCnt', label: t('workloads.updated'), avg: values.updatedCnt },
  ];
  return { startMs: range.fromMs, stepMs, pointCnt, series };
}

export function usageChart(answer: UsageSums, resource: 'cpu' | 'mem', t: Translate): ChartData {
  const [used, request, limit] =
    resource === 'cpu'
      ? [answer.cpuUsedCores, answer.cpuRequestCores, answer.cpuLimitCores]
      : [answer.memUsedBytes, answer.memRequestBytes, answer.memLimitBytes];
  return {
    startMs: Date.parse(answer.start),
    stepMs: answer.stepMs,
    pointCnt: answer.podCnt.length,
    series: [
      { key: 'used', label: t('workloads.used'), avg: used },
      { key: 'request', label: t('workloads.request'), avg: request },
      { key: 'limit', label: t('workloads.limit'), avg: limit },
    ],
  };
}

/** True: at some time samples of a pod are missing, so that the sums are too low. */
export function isPartlyMeasured({ podCnt, measuredCnt }: UsageSums): boolean {
  return measuredCnt.some((cnt, at) => cnt > 0 && cnt < (podCnt[at] ?? 0));
}

/** Where rollouts began, and for how long they went on. */
export function rolloutMarks(rollouts: readonly RolloutRow[], t: Translate): ChartMark[] {
  return rollouts.flatMap(({ begunAt, endedAt, revision, outcome }) => {
    if (begunAt === null) return [];
    const level = outcome === 'stuck' ? ('critical' as const) : ('change' as const);
    const untilMs = endedAt === null ? undefined : Date.parse(endedAt);
    return [
      {
        atMs: Date.parse(begunAt),
        untilMs,
        level,
        label: t('workloads.rolloutOf', { revision: revision ?? '?' }),
      },
    ];
  });
}

export interface ImagePart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** The images of a rollout; those that the one before it did not have are marked. */
export function imageParts({
  images,
  imagesBefore,
}: Pick<RolloutRow, 'images' | 'imagesBefore'>): ImagePart[] {
  const before = new Set(imagesBefore ?? images);
  return images.map((text) => ({ text, isChanged: !before.has(text) }));
}
