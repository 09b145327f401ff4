import { heatDeployment } from './heat.ts';
import type { Scenario } from './scenario.ts';

export const cpuHot: Scenario = {
  title: 'The pods of a deployment use nearly all the CPU they may',
  target: 'deployment',
  usualSec: 600,
  weight: 4,
  start: (run) =>
    heatDeployment(run, (profile, template) => {
      const limit = template.resources.limitMilliCpu;
      const cores = limit > 0 ? (limit / 1000) * 0.95 : profile.cores * 12;
      return { cpuFactor: cores / profile.cores, swing: 0.05, ...(limit > 0 ? { throttled: 0.45 } : {}) };
    }),
};
