import { join, resolve } from 'node:path';
import { type Environment, flag, port, positiveInt } from '@gwanje/backend/config/env';
import { readOptions } from '@gwanje/backend/config/options';
import { commonVariables } from '@gwanje/backend/config/settings';
import { z } from 'zod';
import type { FlavourName } from './flavours/flavour.ts';
import { isFlavour } from './flavours/registry.ts';
import type { ClusterPlan } from './simulator.ts';

const variables = commonVariables.pick({ GWANJE_DATA_DIR: true, GWANJE_LOG_LEVEL: true }).extend({
  GWANJE_SIM_HOST: z.string().default('127.0.0.1'),
  /** The control page; clusters follow on the ports after it. 0: whatever is free, for all of them. */
  GWANJE_SIM_PORT: port.default(4110),
  /** Kinds separated by commas, or a number of clusters of all kinds in turn. */
  GWANJE_SIM_CLUSTERS: z
    .string()
    .default('aks,eks,onprem')
    .transform((text) => (/^[1-9][0-9]{0,2}$/.test(text) ? inTurn(Number(text)) : text.split(',')))
    .refine(
      (kinds) => kinds.every(isFlavour),
      'must be kinds (aks, eks, gke, onprem) or a number of clusters',
    )
    .transform((kinds) => kinds.filter(isFlavour)),
  GWANJE_SIM_PODS: positiveInt.default(1500),
  GWANJE_SIM_SEED: positiveInt.default(1),
  /** On by default: kubectl sends no token over plain HTTP. */
  GWANJE_SIM_TLS: flag.default(true),
  GWANJE_SIM_KUBELETS: flag.default(false),
  GWANJE_SIM_LIFE: flag.default(true),
  GWANJE_SIM_MANAGED_FIELDS: flag.default(true),
  GWANJE_SIM_CADVISOR: z.enum(['full', 'lean'], 'must be full or lean').default('full'),
  GWANJE_SIM_HISTORY: positiveInt.default(4000),
  /** A fixed beginning of time, moved on by hand on the control port; absent: the real clock. */
  GWANJE_SIM_CLOCK: z.iso.datetime({ offset: true }).optional(),
});

export interface Settings {
  readonly logLevel: string;
  readonly kubeconfigFolder: string;
  readonly host: string;
  readonly controlPort: number;
  readonly clusters: readonly ClusterPlan[];
  readonly seed: number;
  readonly hasTls: boolean;
  readonly hasKubelets: boolean;
  readonly isAlive: boolean;
  readonly hasManagedFields: boolean;
  readonly hasLeanCadvisor: boolean;
  readonly historyLimit: number;
  readonly startMs: number | undefined;
}

export function readSettings(args: readonly string[], environment: Environment): Settings {
  const env = readOptions(variables, 'GWANJE_SIM_', args, environment);
  return {
    logLevel: env.GWANJE_LOG_LEVEL,
    kubeconfigFolder: join(resolve(env.GWANJE_DATA_DIR), 'simulator'),
    host: env.GWANJE_SIM_HOST,
    controlPort: env.GWANJE_SIM_PORT,
    clusters: planClusters(env.GWANJE_SIM_CLUSTERS, env.GWANJE_SIM_PODS),
    seed: env.GWANJE_SIM_SEED,
    hasTls: env.GWANJE_SIM_TLS,
    hasKubelets: env.GWANJE_SIM_KUBELETS,
    isAlive: env.GWANJE_SIM_LIFE,
    hasManagedFields: env.GWANJE_SIM_MANAGED_FIELDS,
    hasLeanCadvisor: env.GWANJE_SIM_CADVISOR === 'lean',
    historyLimit: env.GWANJE_SIM_HISTORY,
    startMs: env.GWANJE_SIM_CLOCK === undefined ? undefined : Date.parse(env.GWANJE_SIM_CLOCK),
  };
}

const TURN: readonly FlavourName[] = ['aks', 'eks', 'onprem', 'gke'];

function inTurn(count: number): FlavourName[] {
  return Array.from({ length: count }, (_, index) => TURN[index % TURN.length] ?? 'aks');
}

const NAMES: Readonly<Record<FlavourName, string>> = {
  aks: 'aks-koreacentral-prod',
  eks: 'eks-ap-northeast-2-prod',
  gke: 'gke-asia-northeast3-prod',
  onprem: 'onprem-seoul-idc1',
};

/** Pods are shared out evenly; the first clusters take what is left over. */
export function planClusters(kinds: readonly FlavourName[], pods: number): ClusterPlan[] {
  const seen = new Map<FlavourName, number>();
  return kinds.map((flavour, index) => {
    const count = (seen.get(flavour) ?? 0) + 1;
    seen.set(flavour, count);
    const share = Math.floor(pods / kinds.length) + (index < pods % kinds.length ? 1 : 0);
    return {
      name: count === 1 ? NAMES[flavour] : `${NAMES[flavour]}-${count}`,
      flavour,
      pods: Math.max(1, share),
    };
  });
}
