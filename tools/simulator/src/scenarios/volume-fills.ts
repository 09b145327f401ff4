import { readClaim } from '../metrics/node-reading.ts';
import type { Scenario, ScenarioRun } from './scenario.ts';

const FULL_AFTER_SEC = 600;

export const volumeFills: Scenario = {
  title: 'A volume is written full within ten minutes',
  target: 'claim',
  usualSec: 1200,
  weight: 2,
  start: (run) => fillClaim(run, FULL_AFTER_SEC),
};

export function fillClaim({ cluster, target }: ScenarioRun, fullAfterSec: number): () => void {
  const fromSec = cluster.timeline.nowSec();
  const fill = readClaim(cluster, target, fromSec);
  if (!fill) throw new Error(`no bound claim ${target}`);
  const bytesPerSec = (fill.capacityBytes - fill.usedBytes) / fullAfterSec;
  cluster.faults.fillingClaims.set(target, { fromSec, bytesPerSec });
  return () => cluster.faults.fillingClaims.delete(target);
}
