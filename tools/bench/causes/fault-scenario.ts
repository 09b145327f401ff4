import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type { CauseRule } from '@gwanje/kinds/calls/causes';
import type { FlavourName } from '../../simulator/src/flavours/flavour.ts';
import type { FaultWorld } from './fault-world.ts';

/** One fault with a known cause. Twenty families have two scenarios each: one is open, the other held out. */
export interface FaultScenario {
  readonly family: string;
  readonly name: string;
  readonly breaks: string;
  /** Workloads that the noise leaves alone, as `namespace/name`. */
  readonly uses: readonly string[];
  /** When the fault begins, in minutes of the run. Default: 60. */
  readonly startMin?: number;
  readonly flavour?: FlavourName;
  /** Default: 320. */
  readonly pods?: number;
  /** Starts the fault. Later parts of it are planned with `world.after`. */
  start(world: FaultWorld): FaultAnswer;
}

export interface FaultAnswer {
  readonly alarm: AskedAlarm;
  /** Any of them is the true cause: the same change can be described by two rules. */
  readonly causes: readonly AcceptedCause[];
}

/** The first alarm after the fault that fits is the one that is asked about. */
export interface AskedAlarm {
  readonly items: readonly AlarmItemKey[];
  /** Of this workload or its pods. */
  readonly workload?: string;
  /** Of this node or the pods on it. */
  readonly node?: string;
}

export interface AcceptedCause {
  readonly rules: readonly CauseRule[];
  /** Names of objects, with the namespace before them. A trailing `*` stands for any ending. */
  readonly objects: readonly string[];
}
