import { defineRule } from '../../rule.ts';
import { changesOf, countOf } from '../../state-facts.ts';

const SAME_MS = 2 * 60_000;

/** A horizontal pod autoscaler changed the replicas of a workload. Its event names the new size. */
export const autoscalerScaled = defineRule({
  rule: 'autoscalerScaled',
  leadsTo: ['usage', 'requests', 'placement', 'availability'],
  find({ states, events }) {
    const replicas = changesOf(states, 'workload', 'desiredCnt');
    return events
      .filter(({ reason, objectKind }) => reason === 'SuccessfulRescale' && objectKind === AUTOSCALER)
      .map(({ object: autoscaler, message, lastMs }) => {
        const to = countOf(/New size: (\d+)/.exec(message)?.[1] ?? null);
        const scaled = replicas.find(
          ({ fact, change }) =>
            fact.object.namespace === autoscaler.namespace &&
            countOf(change.to) === to &&
            Math.abs(fact.atMs - lastMs) <= SAME_MS,
        );
        return {
          atMs: scaled?.fact.atMs ?? lastMs,
          object: scaled?.fact.object ?? autoscaler,
          evidence: {
            rule: 'autoscalerScaled',
            autoscaler: autoscaler.name,
            from: countOf(scaled?.change.from ?? null),
            to,
          },
        };
      });
  },
});

const AUTOSCALER = 'HorizontalPodAutoscaler';
