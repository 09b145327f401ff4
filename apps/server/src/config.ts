import { join, resolve } from 'node:path';
import {
  ConfigError,
  type Environment,
  origin,
  port,
  positiveInt,
  readEnvironment,
} from '@gwanje/backend/config/env';
import { commonSettings, commonVariables } from '@gwanje/backend/config/settings';
import { invertedTier, type Tiers, tiersKeeping } from '@gwanje/metric-store/tiers';
import { z } from 'zod';
import { parseAuditReceivers } from './features/audit/forward/audit-receivers.ts';
import { AllowList } from './platform/outside-address.ts';
import { VERSION } from './platform/version.ts';

/** The server accepts late samples after an outage as long as it keeps raw samples: hours, not minutes. */
const MIN_RAW_HOURS = 6;

const variables = commonVariables.extend({
  GWANJE_COPYRIGHT: z.string().max(200).default(''),
  GWANJE_REQUESTS_PER_MINUTE: positiveInt.default(6000),
  GWANJE_METRICS_URL: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine(
      (urls) => urls.length <= 2 && new Set(urls).size === urls.length && urls.every(isHttpAddress),
      'must be one http(s) address, or two different ones separated by a comma',
    ),
  GWANJE_METRICS_QUEUE_GB: positiveInt.default(20),
  GWANJE_MAX_OBJECTS_PER_CLUSTER: positiveInt.default(250_000),
  GWANJE_MAX_NEW_OBJECTS_PER_HOUR: positiveInt.default(300_000),
  GWANJE_MAX_EVENTS_PER_HOUR: positiveInt.default(100_000),
  GWANJE_MAX_CHANGES_PER_HOUR: positiveInt.default(500_000),
  GWANJE_MAX_MANIFESTS_PER_HOUR: positiveInt.default(300_000),
  GWANJE_SAMPLES_RAW_HOURS: positiveInt
    .refine((hours) => hours >= MIN_RAW_HOURS, `must be ${MIN_RAW_HOURS} or more`)
    .default(48),
  GWANJE_SAMPLES_1M_DAYS: positiveInt.default(8),
  GWANJE_SAMPLES_5M_DAYS: positiveInt.default(35),
  GWANJE_SAMPLES_1H_DAYS: positiveInt.default(400),
  GWANJE_HISTORY_DAYS: positiveInt.default(35),
  GWANJE_ALARM_RETENTION_DAYS: positiveInt.default(400),
  GWANJE_AUDIT_EXPORT_DIR: z.string().optional(),
  GWANJE_AUDIT_FORWARD: z.string().default(''),
  GWANJE_AUDIT_FORWARD_SECRET: z.string().optional(),
  GWANJE_HEARTBEAT_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  GWANJE_OUTSIDE_ALLOW: z
    .string()
    .default('')
    .refine(isAllowList, 'must be host names, addresses or networks, separated by commas'),
  GWANJE_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  GWANJE_SMTP_FROM: z
    .string()
    .regex(
      /^(?:[^\p{Cc}<>@]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
      'must be an e-mail address, or Name <address>',
    )
    .optional(),
  GWANJE_AGENT_IMAGE: z.string().max(500).optional(),
  GWANJE_REPLICA_URL: origin.optional(),
  GWANJE_DEMO_DIR: z.string().optional(),
  GWANJE_REPLICA_PORT: port.optional(),
});

export function readSettings(environment: Environment) {
  const env = readEnvironment(variables, environment);
  const common = commonSettings(env);
  return {
    ...common,
    port: env.GWANJE_PORT,
    copyright: env.GWANJE_COPYRIGHT,
    /** What the demo shares with the process that runs its clusters: tokens, and how far their past is written. */
    demoDir: resolve(env.GWANJE_DEMO_DIR ?? join(common.dataDir, 'demo')),
    requestsPerMinute: env.GWANJE_REQUESTS_PER_MINUTE,
    /** One or two Prometheus-compatible engines. Empty: the embedded store in the data folder. */
    metricsUrls: env.GWANJE_METRICS_URL,
    /** What may wait on the disk for one of two engines that is away. */
    metricsQueueBytes: env.GWANJE_METRICS_QUEUE_GB * 1024 ** 3,
    /** Limits per cluster. Beyond them the server refuses its batches, without effect on other clusters. */
    limits: {
      /** Existing objects, including containers. */
      objects: env.GWANJE_MAX_OBJECTS_PER_CLUSTER,
      newObjectsPerHour: env.GWANJE_MAX_NEW_OBJECTS_PER_HOUR,
      eventsPerHour: env.GWANJE_MAX_EVENTS_PER_HOUR,
      /** State changes in the history. Beyond the limit, the changes of one object are merged into one. */
      changesPerHour: env.GWANJE_MAX_CHANGES_PER_HOUR,
      /** Versions of manifests. Beyond the limit the server drops them; the agent sends the newest one later. */
      manifestsPerHour: env.GWANJE_MAX_MANIFESTS_PER_HOUR,
    },
    /** How long samples are kept, by resolution, in the embedded store. */
    sampleTiers: sampleTiersOf(env),
    historyDays: env.GWANJE_HISTORY_DAYS,
    /** Entries of the audit log that are past their time are written here before they are deleted. */
    auditExportDir: resolve(env.GWANJE_AUDIT_EXPORT_DIR ?? join(common.dataDir, 'audit-export')),
    auditReceivers: auditReceiversOf(env),
    /** Retention of closed alarms. */
    alarmDays: env.GWANJE_ALARM_RETENTION_DAYS,
    /** Settings of requests and mails to other systems. */
    notify: {
      /** Internal hosts and networks that are allowed as targets. */
      outsideAllow: env.GWANJE_OUTSIDE_ALLOW,
      mail: mailOf(env.GWANJE_SMTP_URL, env.GWANJE_SMTP_FROM),
      /** Called every minute while alarms are evaluated. */
      heartbeatUrl: env.GWANJE_HEARTBEAT_URL,
    },
    /** Absent: this is the only server on its database. */
    replica: replicaOf(env),
    agentImage: env.GWANJE_AGENT_IMAGE ?? `gwanje/agent:${VERSION}`,
  };
}
export interface ServerSettings extends Readonly<ReturnType<typeof readSettings>> {}
export type IngestLimits = Readonly<ServerSettings['limits']>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function sampleTiersOf(env: z.output<typeof variables>): Tiers {
  const tiers = tiersKeeping({
    raw: env.GWANJE_SAMPLES_RAW_HOURS * HOUR_MS,
    '1m': env.GWANJE_SAMPLES_1M_DAYS * DAY_MS,
    '5m': env.GWANJE_SAMPLES_5M_DAYS * DAY_MS,
    '1h': env.GWANJE_SAMPLES_1H_DAYS * DAY_MS,
  });
  const inverted = invertedTier(tiers);
  if (inverted)
    throw new ConfigError(
      `wrong configuration:\n  GWANJE_SAMPLES_${inverted.toUpperCase()}_DAYS: must not be shorter than what finer samples are kept`,
    );
  return tiers;
}

function mailOf(url: string | undefined, from: string | undefined) {
  if (url === undefined) return undefined;
  if (from === undefined)
    throw new ConfigError('wrong configuration:\n  GWANJE_SMTP_FROM: must be given with GWANJE_SMTP_URL');
  return { url, from };
}

function auditReceiversOf(env: z.output<typeof variables>) {
  try {
    return parseAuditReceivers(env.GWANJE_AUDIT_FORWARD, env.GWANJE_AUDIT_FORWARD_SECRET);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`wrong configuration:\n  GWANJE_AUDIT_FORWARD: ${reason}`);
  }
}

function isHttpAddress(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success;
}

/** Replicas share their stores, so none of them may be inside one data folder. */
function replicaOf(env: z.output<typeof variables>) {
  const { GWANJE_REPLICA_URL: url, GWANJE_REPLICA_PORT: listenPort } = env;
  if (url === undefined) {
    if (listenPort === undefined) return undefined;
    throw new ConfigError('wrong configuration:\n  GWANJE_REPLICA_PORT: needs GWANJE_REPLICA_URL');
  }
  const missing = [
    ...(env.GWANJE_DATABASE_URL === undefined ? ['GWANJE_DATABASE_URL'] : []),
    ...(env.GWANJE_METRICS_URL.length === 0 ? ['GWANJE_METRICS_URL'] : []),
  ];
  if (missing.length > 0)
    throw new ConfigError(
      `wrong configuration:\n${missing.map((name) => `  ${name}: must be given with GWANJE_REPLICA_URL, because replicas share their stores`).join('\n')}`,
    );
  const { protocol, port: urlPort } = new URL(url);
  const usualPort = protocol === 'https:' ? 443 : 80;
  return { url, port: listenPort ?? (urlPort === '' ? usualPort : Number(urlPort)) };
}

function isAllowList(text: string): boolean {
  try {
    return new AllowList(text) instanceof AllowList;
  } catch {
    return false;
  }
}
