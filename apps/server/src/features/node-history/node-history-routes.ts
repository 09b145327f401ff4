import { AppError } from '@gwanje/contract/definition/errors';
import { podHistoryColumns } from '@gwanje/kinds/node/history-calls';
import { parseState } from '@gwanje/kinds/state/states';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { requireSeen } from '../../access/targets.ts';
import type { Routes } from '../../platform/http/call.ts';
import { listComputedRows } from '../../platform/store/list-repository.ts';
import { findNeighbours, findNodeVisibility, findRecord, listRecordPage } from './node-history-repository.ts';
import { conditionsOf, measuredRecords, podsOfRecord } from './records.ts';

export const nodeHistoryRoutes = {
  async listNodeHistory({ db, user, metricStore, params, body, now }) {
    const { nodeId, ...page } = params;
    requireSeen('node', nodeId, await findNodeVisibility(db, user, nodeId));
    const { totalCnt, list: records } = await listRecordPage(db, nodeId, { ...body, ...page });
    const list = await measuredRecords(db, metricStore, records, now);
    return { totalCnt, ...page, serverTime: now.toISOString(), list };
  },
  async getNodeHistory({ db, user, metricStore, params, now }) {
    const { nodeHistoryId } = params;
    const record = requireSeen('nodeHistory', nodeHistoryId, await findRecord(db, user, nodeHistoryId));
    const [measured] = await measuredRecords(db, metricStore, [record], now);
    if (!measured) throw new AppError('notFound');
    const { hostId, clusterName, nodeId, nodeName } = record;
    const node = parseState('node', record.nodeState);
    return {
      ...measured,
      serverTime: now.toISOString(),
      hostId,
      clusterName,
      nodeId,
      nodeName,
      conditions: conditionsOf(record),
      cpuAllocatableCores: node.cpuAllocatableCores,
      memAllocatableBytes: node.memAllocatableBytes,
      ...(await findNeighbours(db, record)),
    };
  },
  async listNodeHistoryPods({ db, user, metricStore, params, body, now }) {
    const { nodeHistoryId, ...page } = params;
    const record = requireSeen('nodeHistory', nodeHistoryId, await findRecord(db, user, nodeHistoryId));
    const pods = await podsOfRecord(db, metricStore, record, now);
    const request = { ...body, ...page };
    const found = await listComputedRows(db, podHistoryColumns, pods, request, '-cpuAvgCores');
    return { ...found, ...page, serverTime: now.toISOString() };
  },
} satisfies Routes<{ metricStore: MetricStore }>;
