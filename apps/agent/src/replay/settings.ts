import { join } from 'node:path';
import { type Environment, positiveInt } from '@gwanje/backend/config/env';
import { readOptions } from '@gwanje/backend/config/options';
import { z } from 'zod';
import { readSettings, type Settings } from '../settings.ts';

/** Where more than five minutes are missing, a series has a gap. */
const step = positiveInt.refine((seconds) => seconds <= 300, 'must be 300 seconds at most');

const variables = z.object({
  /** Of the simulator, whose clock is held. */
  GWANJE_REPLAY_CONTROL: z.url(),
  GWANJE_REPLAY_CLUSTERS: z.string().transform((text) => text.split(',')),
  /** Where each cluster's token is, as `NAME.token`. */
  GWANJE_REPLAY_TOKENS: z.string(),
  /** Where each cluster's kubeconfig is, as `NAME-outside.kubeconfig`. */
  GWANJE_REPLAY_KUBECONFIGS: z.string(),
  /** Where coarse steps end and fine ones begin: fixed, so that a second attempt makes the same steps. */
  GWANJE_REPLAY_FINE_FROM: z.iso.datetime({ offset: true }),
  GWANJE_REPLAY_COARSE_SEC: step.default(300),
  GWANJE_REPLAY_FINE_SEC: step.default(60),
});

export interface ReplaySettings {
  readonly control: string;
  readonly clusters: readonly { readonly name: string; readonly agent: Settings }[];
  readonly pace: Pace;
}

export interface Pace {
  readonly fineFromMs: number;
  readonly coarseMs: number;
  readonly fineMs: number;
}

export function readReplaySettings(args: readonly string[], environment: Environment): ReplaySettings {
  const env = readOptions(variables, 'GWANJE_REPLAY_', args, environment);
  return {
    control: env.GWANJE_REPLAY_CONTROL.replace(/\/+$/, ''),
    clusters: env.GWANJE_REPLAY_CLUSTERS.map((name) => ({
      name,
      agent: readSettings(
        [
          '--kubeconfig',
          join(env.GWANJE_REPLAY_KUBECONFIGS, `${name}-outside.kubeconfig`),
          '--token-file',
          join(env.GWANJE_REPLAY_TOKENS, `${name}.token`),
        ],
        environment,
      ),
    })),
    pace: {
      fineFromMs: Date.parse(env.GWANJE_REPLAY_FINE_FROM),
      coarseMs: env.GWANJE_REPLAY_COARSE_SEC * 1000,
      fineMs: env.GWANJE_REPLAY_FINE_SEC * 1000,
    },
  };
}
