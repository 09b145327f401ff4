import { ReportContent } from '@gwanje/contract/reports/report-content';

interface Values {
  readonly metaGroupName?: string;
  readonly clusterName?: string;
  readonly readyS?: number;
  readonly notReadyS?: number;
}

/** A report with one row in each table. */
export function exampleReport({
  metaGroupName = '플랫폼',
  clusterName = 'seoul-1',
  readyS = 86_399,
  notReadyS = 1,
}: Values): ReportContent {
  const times = { expectedS: 86_400, readyS, notReadyS };
  const growth = { state: 'fills', used: 17, capacity: 24, perDay: 1, daysLeft: 7, measuredShare: 1 };
  const workload = {
    hostId: 1,
    clusterName,
    namespace: 'shop',
    ownerKind: 'Deployment',
    name: 'web',
    podCnt: 2,
    used: 0.5,
    requested: 4,
  };
  const answered = { doneCnt: 3, neverCnt: 1, neverAndEndedCnt: 1, medianS: 60, p95S: 600 };
  return ReportContent.parse({
    metaGroupId: 1,
    metaGroupName,
    kind: 'weekly',
    timeZone: 'Asia/Seoul',
    fromDate: '2026-02-23',
    toDate: '2026-03-01',
    fromAt: '2026-02-22T15:00:00.000Z',
    toAt: '2026-03-01T15:00:00.000Z',
    countedTo: '2026-03-01T15:00:00.000Z',
    madeAt: '2026-03-02T00:00:00.000Z',
    isRunning: false,
    isWholeGroup: true,
    storedFrom: null,
    subGroupList: [{ subGroupId: 1, name: '운영' }],
    availability: {
      clusterList: [
        {
          hostId: 1,
          name: clusterName,
          subGroupName: '운영',
          firstDataAt: '2026-01-01T00:00:00.000Z',
          nodeCnt: 1,
          ...times,
          spanS: 86_400,
          contactS: 86_400,
          silenceCnt: 0,
          longestSilenceS: 0,
        },
      ],
      nodeCnt: 1,
      nodeList: [{ hostId: 1, clusterName, name: 'node-1', ...times }],
    },
    alarms: {
      cnt: 4,
      criticalCnt: 1,
      foldedCnt: 0,
      beforeCnt: 2,
      itemList: [{ itemKey: 'node.cpuUsage', itemName: null, cnt: 4, criticalCnt: 1, beforeCnt: 2 }],
      dayList: [{ date: '2026-02-23', warningCnt: 3, criticalCnt: 1 }],
    },
    response: { acknowledged: answered, handled: answered },
    noise: {
      ruleList: [
        {
          itemKey: 'node.cpuUsage',
          itemName: null,
          alarmTemplateId: 1,
          templateName: '기본 템플릿',
          hostId: null,
          clusterName: null,
          cnt: 40,
          shortCnt: 30,
          againCnt: 0,
          holdS: 60,
          recoveryMargin: 5,
          proposal: { why: 'hold', holdS: 180, recoveryMargin: 5 },
        },
      ],
    },
    capacity: {
      pointsFrom: '2026-02-22T15:00:00.000Z',
      pointS: 86_400,
      clusterList: [{ hostId: 1, clusterName, resource: 'cpu', ...growth, pointList: [10, 11, null] }],
      claimList: [{ hostId: 1, clusterName, namespace: 'shop', name: 'data', ...growth }],
      knownClaimCnt: 1,
      claimCnt: 1,
    },
    workloads: {
      byCpu: [workload],
      byMemory: [workload],
      wastedCpu: [workload],
      wastedMemory: [workload],
      podCnt: 2,
      measuredPodCnt: 2,
      isTruncated: false,
    },
  });
}
