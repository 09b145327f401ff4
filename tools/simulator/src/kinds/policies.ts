import { type JsonObject, metadataOf } from './object/kind.ts';
import type { AutoscalerRecord, DisruptionBudgetRecord } from './object/records.ts';
import { timeText } from './object/text.ts';

export function buildAutoscaler(autoscaler: AutoscalerRecord, seed: number): JsonObject {
  const { target, min, max, current, desired, targetPercent, usedPercent, lastScaleSec, limitedSec } =
    autoscaler;
  const condition = (type: string, isTrue: boolean, reason: string, message: string, sec: number) => ({
    type,
    status: isTrue ? 'True' : 'False',
    lastTransitionTime: timeText(sec),
    reason,
    message,
  });
  const { createdSec } = autoscaler;
  return {
    metadata: metadataOf(autoscaler, seed),
    spec: {
      scaleTargetRef: { kind: target.kind, name: target.name, apiVersion: 'apps/v1' },
      minReplicas: min,
      maxReplicas: max,
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: targetPercent } },
        },
      ],
    },
    status: {
      lastScaleTime: lastScaleSec === 0 ? undefined : timeText(lastScaleSec),
      currentReplicas: current,
      desiredReplicas: desired,
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: usedPercent } } },
      ],
      conditions: [
        condition(
          'AbleToScale',
          true,
          'ReadyForNewScale',
          'recommended size matches current size',
          createdSec,
        ),
        condition(
          'ScalingActive',
          true,
          'ValidMetricFound',
          'the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)',
          createdSec,
        ),
        limitedSec > 0
          ? condition(
              'ScalingLimited',
              true,
              'TooManyReplicas',
              'the desired replica count is more than the maximum replica count',
              limitedSec,
            )
          : condition(
              'ScalingLimited',
              false,
              'DesiredWithinRange',
              'the desired count is within the acceptable range',
              createdSec,
            ),
      ],
    },
  };
}

export function buildDisruptionBudget(budget: DisruptionBudgetRecord, seed: number): JsonObject {
  const { selector, maxUnavailable, healthy, expected } = budget;
  const desired = Math.max(0, expected - maxUnavailable);
  return {
    metadata: metadataOf(budget, seed),
    spec: { maxUnavailable, selector: { matchLabels: { ...selector } } },
    status: {
      currentHealthy: healthy,
      desiredHealthy: desired,
      disruptionsAllowed: Math.max(0, healthy - desired),
      expectedPods: expected,
    },
  };
}
