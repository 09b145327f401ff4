import { heatDeployment } from './heat.ts';
import type { Scenario } from './scenario.ts';

export const memHot: Scenario = {
  title: 'The pods of a deployment use nearly all the memory they may',
  target: 'deployment',
  usualSec: 600,
  weight: 4,
  start: (run) =>
    heatDeployment(run, (profile, template) => {
      const limit = template.resources.limitBytes;
      const bytes = limit > 0 ? limit * 0.94 : profile.memoryBytes * 8;
      return { memoryFactor: bytes / profile.memoryBytes, swing: 0.05 };
    }),
};
