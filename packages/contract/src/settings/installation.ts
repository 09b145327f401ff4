import { z } from 'zod';
import { endpoint } from '../definition/endpoint.ts';
import { HostId, Timestamp } from '../definition/fields.ts';
import { AuditState } from './audit.ts';

const Count = z.int().min(0);

const StoreTier = z.object({
  tier: z.string(),
  rowCnt: Count,
  bytes: Count,
  oldestAt: Timestamp.nullable(),
  keepMs: z.number().nullable(),
});

/** Over the last minute; null until there are two counts. */
const Ingest = z.object({
  batchesPs: z.number().nullable(),
  rowsPs: z.number().nullable(),
  eventsPs: z.number().nullable(),
  refusedPs: z.number().nullable(),
  droppedPs: z.number().nullable(),
  queuedBatchCnt: Count,
  waitingRowCnt: Count,
});

/** One of two metric engines that both get every sample. */
const Engine = z.object({
  /** Its address without a password. */
  name: z.string(),
  isAnswering: z.boolean(),
  waitingBytes: Count,
  /** Writes that it never got. */
  lostCnt: Count,
});

/** Figures that each server has only of itself. */
export const ServerFigures = z.object({
  ingest: Ingest,
  /** False: the evaluation of alarms has stalled. */
  isEvaluating: z.boolean(),
  engineList: z.array(Engine),
  rssBytes: Count,
  diskFreeBytes: Count,
  diskBytes: Count,
});
export type ServerFigures = z.infer<typeof ServerFigures>;

/** One of several servers that work together. */
const Replica = z.object({
  replicaId: z.string(),
  /** The name of its machine or pod. */
  machine: z.string(),
  /** Host and port at which the other replicas reach it. */
  host: z.string(),
  version: z.string(),
  startedAt: Timestamp,
  /** It has answered this call. */
  isSelf: z.boolean(),
  /** False: it did not renew its lease. It is shown for ten minutes more, or until it is started again. */
  isLive: z.boolean(),
  /** It hands its clusters over and stops. */
  isLeaving: z.boolean(),
  ownedClusterCnt: Count,
  ownedObjectCnt: Count,
  /** Clusters that it owns and another replica is to own, or the other way round. */
  movingClusterCnt: Count,
  /** How late its changes reach the answering replica; null: the answering one, or no connection yet. */
  feedLagMs: z.number().nullable(),
  /** Since then the answering replica gets no changes from it. */
  feedBrokenSince: Timestamp.nullable(),
  /** Null: it does not answer. */
  figures: ServerFigures.nullable(),
});

/** The health of the installation, for its administrator. */
export const getInstallationHealth = endpoint({
  route: 'GET /installation/health',
  summary: 'The health of the installation',
  access: 'totalAdmin',
  subGroupsIn: 'none',
  response: z.object({
    at: Timestamp,
    /** The answering server. */
    process: z.object({
      version: z.string(),
      nodeVersion: z.string(),
      startedAt: Timestamp,
      rssBytes: Count,
      heapBytes: Count,
      diskFreeBytes: Count,
      diskBytes: Count,
    }),
    /** Empty: one server. */
    replicaList: z.array(Replica),
    /** Of all servers that answer. */
    ingest: Ingest,
    database: z.object({
      kind: z.enum(['embedded', 'server']),
      version: z.string(),
      bytes: Count,
      answerMs: z.number(),
      /** `rowCnt` is the database's estimate; null: the database has not counted yet. */
      tableList: z.array(z.object({ name: z.string(), bytes: Count, rowCnt: Count.nullable() })),
    }),
    samples: z.object({
      kind: z.enum(['embedded', 'outside']),
      bytes: Count,
      tierList: z.array(StoreTier),
      damagedFileList: z.array(z.string()),
      /** Records lost to damage since the start of the server. */
      lostCnt: Count,
      /** Empty for one store. An engine answers when it answers all servers; the other figures are sums. */
      engineList: z.array(Engine),
    }),
    agents: z.object({
      clusterCnt: Count,
      /** Clusters that have been in contact, but not in the last five minutes. */
      staleClusterCnt: Count,
      /** Clusters that have never been in contact. */
      silentClusterCnt: Count,
      versionList: z.array(
        z.object({ role: z.string(), version: z.string(), agentCnt: Count, isOutdated: z.boolean() }),
      ),
    }),
    alarms: z.object({
      isHealthy: z.boolean(),
      openCnt: Count,
      /** Clusters whose alarms cannot be evaluated. */
      failingList: z.array(
        z.object({
          hostId: HostId,
          name: z.string(),
          since: Timestamp,
          /** Why no replica can work for the cluster; null: only its alarms fail. */
          reason: z.string().nullable(),
        }),
      ),
    }),
    deliveries: z.object({
      waitingCnt: Count,
      failedCnt: Count,
      deliveredDayCnt: Count,
      oldestWaitingAt: Timestamp.nullable(),
    }),
    audit: AuditState.pick({ problem: true, exportFailure: true, receiverList: true }),
    retention: z.object({ historyDays: z.int(), auditDays: z.int(), alarmDays: z.int() }),
    lastBackup: z
      .object({
        at: Timestamp,
        bytes: Count,
        durationMs: z.number(),
        samples: z.enum(['embedded', 'outside']),
      })
      .nullable(),
    lastRestore: z.object({ at: Timestamp, backupAt: Timestamp }).nullable(),
  }),
});
