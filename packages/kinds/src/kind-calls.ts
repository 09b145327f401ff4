import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import * as claim from './claim/calls.ts';
import * as container from './container/calls.ts';
import * as namespace from './namespace/calls.ts';
import * as node from './node/calls.ts';
import * as pod from './pod/calls.ts';
import type { ListKind } from './registry.ts';
import * as volume from './volume/calls.ts';
import * as workload from './workload/calls.ts';

const byKind = { node, pod, container, namespace, workload, volume, claim } as const satisfies Record<
  ListKind,
  Readonly<Record<string, Endpoint>>
>;

type Calls = (typeof byKind)[ListKind];
type NameIn<Module> = Module extends unknown ? keyof Module : never;

/** The calls of all kinds. Their names follow a rule: `listPods`, `getPod`, `updatePods`, `getPodAlarmSetting`. */
export const callsOfKinds: {
  readonly [Name in NameIn<Calls>]: Extract<Calls, Readonly<Record<Name, unknown>>>[Name];
} = Object.assign({}, ...Object.values(byKind));
