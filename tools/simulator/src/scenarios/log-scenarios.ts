import type { LogMode } from '../world/faults.ts';
import type { Scenario } from './scenario.ts';

/** The pod writes other lines while the scenario runs. They stay in its log afterwards. */
function logScenario(title: string, mode: LogMode): Scenario {
  return {
    title,
    target: 'pod',
    usualSec: 600,
    weight: 0,
    start({ cluster: { store, faults, timeline }, target }) {
      const pod = store.pods.get(target);
      if (!pod) throw new Error(`no pod ${target}`);
      const fromMs = timeline.nowMs();
      faults.logModes.set(pod.id, { mode, fromMs, untilMs: undefined });
      return () => {
        faults.logModes.set(pod.id, { mode, fromMs, untilMs: timeline.nowMs() });
      };
    },
  };
}

export const logScenarios = {
  'log-stack-trace': logScenario('A pod writes stack traces of several lines', 'stackTrace'),
  'log-flood': logScenario('A pod writes 5,000 lines a second', 'flood'),
  'log-silent': logScenario('A pod writes no more lines', 'silent'),
  'log-json': logScenario('A pod writes JSON lines', 'json'),
  'log-hostile': logScenario(
    'A pod writes escape sequences, markup, invalid UTF-8 and lines of a megabyte',
    'hostile',
  ),
} satisfies Record<string, Scenario>;
