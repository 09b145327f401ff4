import type { Scenario } from './scenario.ts';
import { fillClaim } from './volume-fills.ts';

const FULL_AFTER_SEC = 30 * 3600;

export const volumeCreeps: Scenario = {
  title: 'A volume fills slowly: full in thirty hours, as one sees coming a day ahead',
  target: 'claim',
  usualSec: FULL_AFTER_SEC,
  weight: 0,
  start: (run) => fillClaim(run, FULL_AFTER_SEC),
};
