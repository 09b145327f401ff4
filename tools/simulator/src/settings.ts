import { join, resolve } from 'node:path';
import { type Environment, flag, port, positiveInt } from '@gwanje/backend/config/env';
import { readOptions } from '@gwanje/backend/config/options';
import { commonVariables } from '@gwanje/backend/config/settings';
import { z } from 'zod';
import type { ClusterPlan } from './create-world.ts';
import type { FlavourName } from './flavours/flavour.ts';
import { isFlavour } from './flavours/registry.ts';

/** The name becomes part of file names. */
const CLUSTER_NAME = /^[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?$/;

const variables = commonVariables.pick({ GWANJE_DATA_DIR: true, GWANJE_LOG_LEVEL: true }).extend({
  GWANJE_SIM_HOST: z.string().default('127.0.0.1'),
  /** The port of the control page. Clusters use the next ports. 0 selects free ports for all. */
  GWANJE_SIM_PORT: port.default(0),
  /** Flavours separated by commas, with optional names (`aks:prod-seoul`). */
  GWANJE_SIM_CLUSTERS: z
    .string()
    .default('aks,eks,onprem')
    .transform((text, context) =>
      text.split(',').map((part) => {
        const [flavour = '', ...name] = part.split(':');
        if (isFlavour(flavour) && (name.length === 0 || CLUSTER_NAME.test(name.join(':'))))
          return { flavour, name: name[0] };
        context.addIssue('must be kinds (aks, eks, onprem), each with a name or without (aks:prod-seoul)');
        return z.NEVER;
      }),
    ),
  GWANJE_SIM_PODS: positiveInt.default(1500),
  GWANJE_SIM_SEED: positiveInt.default(1),
  GWANJE_SIM_TLS: flag.default(true),
  GWANJE_SIM_KUBELETS: flag.default(false),
  GWANJE_SIM_RANDOM_SCENARIOS: flag.default(true),
  /** Mean time between two random scenarios of a cluster. */
  GWANJE_SIM_PACE_SEC: positiveInt.default(240),
  /** The demo's incidents happen at fixed times before the end of this span. If absent, none happen. */
  GWANJE_SIM_INCIDENTS_SEC: positiveInt.optional(),
  GWANJE_SIM_UNREAD_FIELDS: flag.default(true),
  GWANJE_SIM_HISTORY: positiveInt.default(4000),
  /** The start of the world. It is simulated from then on, with the same result at every start. */
  GWANJE_SIM_BEGAN: z.iso.datetime({ offset: true }).optional(),
});

export function readSettings(args: readonly string[], environment: Environment) {
  const env = readOptions(variables, 'GWANJE_SIM_', args, environment);
  return {
    logLevel: env.GWANJE_LOG_LEVEL,
    /** Kubeconfigs, and the ports of the last start. */
    folder: join(resolve(env.GWANJE_DATA_DIR), 'simulator'),
    host: env.GWANJE_SIM_HOST,
    controlPort: env.GWANJE_SIM_PORT,
    clusters: planClusters(env.GWANJE_SIM_CLUSTERS, env.GWANJE_SIM_PODS),
    seed: env.GWANJE_SIM_SEED,
    hasTls: env.GWANJE_SIM_TLS,
    hasKubelets: env.GWANJE_SIM_KUBELETS,
    hasRandomScenarios: env.GWANJE_SIM_RANDOM_SCENARIOS,
    paceSec: env.GWANJE_SIM_PACE_SEC,
    incidentsSec: env.GWANJE_SIM_INCIDENTS_SEC,
    hasUnreadFields: env.GWANJE_SIM_UNREAD_FIELDS,
    historyLimit: env.GWANJE_SIM_HISTORY,
    beganMs: env.GWANJE_SIM_BEGAN === undefined ? undefined : Date.parse(env.GWANJE_SIM_BEGAN),
  };
}

const NAMES: Readonly<Record<FlavourName, string>> = {
  aks: 'aks-koreacentral-prod',
  eks: 'eks-ap-northeast-2-prod',
  onprem: 'onprem-seoul-idc1',
};

/** Distributes the pods evenly. The first clusters get the remainder. */
function planClusters(
  clusters: readonly { readonly flavour: FlavourName; readonly name?: string | undefined }[],
  pods: number,
): ClusterPlan[] {
  const seen = new Map<FlavourName, number>();
  return clusters.map(({ flavour, name }, index) => {
    const count = (seen.get(flavour) ?? 0) + 1;
    seen.set(flavour, count);
    const share = Math.floor(pods / clusters.length) + (index < pods % clusters.length ? 1 : 0);
    return {
      name: name ?? (count === 1 ? NAMES[flavour] : `${NAMES[flavour]}-${count}`),
      flavour,
      pods: Math.max(1, share),
    };
  });
}
