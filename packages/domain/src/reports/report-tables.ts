import { alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import type {
  ClusterGrowth,
  NoisyRule,
  ReportContent,
  ResponseTime,
  WorkloadTops,
} from '@gwanje/contract/reports/report-content';
import { kinds } from '@gwanje/kinds/registry';
import { alarmItems } from '../alarms/registry.ts';
import type { CsvCell } from '../formats/csv.ts';
import { DASH, formatBytes, formatCores, formatNumber } from '../formats/numbers.ts';
import { formatSpan, formatTimestamp } from '../formats/time.ts';
import type { Language } from '../i18n/language.ts';
import { availabilityShares, type MeasuredTime } from './availability.ts';
import { reportText } from './report-messages.ts';

/** What a reader sees, and the plain value for a CSV file. */
export interface ReportCell {
  readonly text: string;
  readonly value: CsvCell;
  readonly tone?: 'bad' | 'muted' | undefined;
}

export interface ReportRow {
  readonly cells: readonly ReportCell[];
  /** The cluster that the row is about. */
  readonly hostId?: number;
  readonly rule?: NoisyRule;
}

interface ReportColumn {
  readonly label: string;
  readonly isNumber: boolean;
  /** The unit of the plain values. */
  readonly unit: string | null;
}

export const reportSections = [
  'availability',
  'alarms',
  'response',
  'noise',
  'capacity',
  'workloads',
] as const;
export type ReportSection = (typeof reportSections)[number];

export interface ReportTable {
  readonly key: keyof typeof TABLE_SECTIONS;
  readonly section: ReportSection;
  readonly title: string;
  readonly note: string | null;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** Shown instead of a table without rows. */
  readonly empty: string;
}

const TABLE_SECTIONS = {
  clusters: 'availability',
  nodes: 'availability',
  items: 'alarms',
  response: 'response',
  rules: 'noise',
  growth: 'capacity',
  claims: 'capacity',
  byCpu: 'workloads',
  byMemory: 'workloads',
  wastedCpu: 'workloads',
  wastedMemory: 'workloads',
} as const satisfies Record<string, ReportSection>;

/** A column with the cell that it makes of an item. */
type Column<Item> = readonly [label: string, cell: (item: Item) => ReportCell, unit?: string | null];

/** The tables of a report. Page, mail and CSV file show the same ones. */
export function reportTables(report: ReportContent, language: Language): ReportTable[] {
  const t = reportText[language];
  const unit = (name: 'percent' | 'seconds' | 'days' | 'cores' | 'bytes') => t(`unit.${name}`);
  const { availability, alarms, response, noise, capacity, workloads } = report;

  function table<Item>(
    key: ReportTable['key'],
    items: readonly Item[],
    columns: readonly Column<Item>[],
    rest: { readonly note: string | null; readonly empty: string },
    about: (item: Item) => Omit<ReportRow, 'cells'> = () => ({}),
  ): ReportTable {
    return {
      key,
      section: TABLE_SECTIONS[key],
      title: t(`table.${key}`),
      ...rest,
      columns: columns.map(([label, , of]) => ({ label, isNumber: of !== undefined, unit: of ?? null })),
      rows: items.map((item) => ({ cells: columns.map(([, cell]) => cell(item)), ...about(item) })),
    };
  }

  function availabilityColumns<Item extends MeasuredTime>(): Column<Item>[] {
    const share = (of: keyof ReturnType<typeof availabilityShares>, isBad: (value: number) => boolean) => {
      return (item: Item) => shareCell(availabilityShares(item)[of], isBad);
    };
    const never = () => false;
    return [
      [t('column.availability'), share('availability', (value) => value < 0.999), unit('percent')],
      [t('column.ready'), share('ready', never), unit('percent')],
      [t('column.notReady'), share('notReady', (value) => value > 0.001), unit('percent')],
      [t('column.unknown'), share('unknown', (value) => value > 0.01), unit('percent')],
      [t('column.measured'), share('measured', never), unit('percent')],
    ];
  }

  const itemName = (key: string, name: string | null) => itemLabel(key, name, language);
  const span = (seconds: number | null): ReportCell => ({
    text: seconds === null ? DASH : formatSpan(Math.round(seconds), language),
    value: seconds === null ? null : Math.round(seconds),
    tone: seconds === null ? 'muted' : undefined,
  });
  const aboutHost = ({ hostId }: { readonly hostId: number }) => ({ hostId });
  const acts: readonly ('acknowledged' | 'handled')[] = ['acknowledged', 'handled'];

  const workloadTable = (key: keyof WorkloadTops, isCpu: boolean, isWaste: boolean) => {
    const amount = (value: number | null) => amountCell(value, isCpu ? 'cpu' : 'memory');
    const ofUnit = unit(isCpu ? 'cores' : 'bytes');
    return table(
      key,
      workloads[key],
      [
        [t('column.cluster'), ({ clusterName }) => plain(clusterName)],
        [t('column.namespace'), ({ namespace }) => plain(namespace)],
        [t('column.workload'), ({ ownerKind, name }) => plain(`${ownerKind} ${name}`)],
        [t('column.podCnt'), ({ podCnt }) => cntCell(podCnt), ''],
        [t('column.used'), ({ used }) => amount(used), ofUnit],
        [t('column.requested'), ({ requested }) => amount(requested), ofUnit],
        ...(isWaste
          ? [
              [
                t('column.wasted'),
                ({ used, requested }: WorkloadTops['byCpu'][number]) => amount((requested ?? 0) - used),
                ofUnit,
              ] as const,
            ]
          : []),
      ],
      {
        note: isWaste || !isCpu ? null : workloadNote(),
        empty: t(isWaste ? 'empty.waste' : 'empty.workloads'),
      },
      aboutHost,
    );
  };

  function workloadNote(): string {
    const cnt = formatNumber(workloads.podCnt);
    const text = t('note.workloads', { cnt, measured: formatNumber(workloads.measuredPodCnt) });
    return workloads.isTruncated ? `${text} ${t('note.truncated')}` : text;
  }

  return [
    table(
      'clusters',
      availability.clusterList,
      [
        [t('column.cluster'), ({ name }) => plain(name)],
        [t('column.subGroup'), ({ subGroupName }) => plain(subGroupName)],
        [t('column.nodeCnt'), ({ nodeCnt }) => cntCell(nodeCnt), ''],
        ...availabilityColumns<ReportContent['availability']['clusterList'][number]>(),
        [t('column.silenceCnt'), ({ silenceCnt }) => cntCell(silenceCnt), ''],
        [
          t('column.longestSilence'),
          ({ longestSilenceS }) => span(longestSilenceS === 0 ? null : longestSilenceS),
          unit('seconds'),
        ],
      ],
      { note: t('note.availability'), empty: t('empty.clusters') },
      aboutHost,
    ),
    table(
      'nodes',
      availability.nodeList,
      [
        [t('column.cluster'), ({ clusterName }) => plain(clusterName)],
        [t('column.node'), ({ name }) => plain(name)],
        ...availabilityColumns<ReportContent['availability']['nodeList'][number]>(),
      ],
      {
        note: t('note.nodes', {
          shown: formatNumber(availability.nodeList.length),
          cnt: formatNumber(availability.nodeCnt),
        }),
        empty: t('empty.nodes'),
      },
      aboutHost,
    ),
    table(
      'items',
      alarms.itemList,
      [
        [t('column.item'), (item) => plain(itemName(item.itemKey, item.itemName))],
        [t('column.cnt'), ({ cnt }) => cntCell(cnt), ''],
        [
          t('column.criticalShare'),
          ({ cnt, criticalCnt }) => shareCell(cnt === 0 ? null : criticalCnt / cnt, () => false),
          unit('percent'),
        ],
        [t('column.before'), ({ beforeCnt }) => cntCell(beforeCnt), ''],
        [t('column.change'), ({ cnt, beforeCnt }) => changeCell(cnt, beforeCnt), ''],
      ],
      {
        note: t(report.isRunning ? 'note.itemsRunning' : 'note.items', {
          folded: formatNumber(alarms.foldedCnt),
        }),
        empty: t('empty.items'),
      },
    ),
    table(
      'response',
      acts.map((act) => ({ act, ...response[act] })),
      [
        [t('column.act'), ({ act }: { act: (typeof acts)[number] } & ResponseTime) => plain(t(`act.${act}`))],
        [t('column.doneCnt'), ({ doneCnt }) => cntCell(doneCnt), ''],
        [t('column.median'), ({ medianS }) => span(medianS), unit('seconds')],
        [t('column.p95'), ({ p95S }) => span(p95S), unit('seconds')],
        [t('column.neverCnt'), ({ neverCnt }) => cntCell(neverCnt), ''],
        [t('column.neverAndEnded'), ({ neverAndEndedCnt }) => cntCell(neverAndEndedCnt), ''],
      ],
      { note: t('note.response'), empty: '' },
    ),
    table(
      'rules',
      noise.ruleList,
      [
        [t('column.item'), (rule) => plain(itemName(rule.itemKey, rule.itemName))],
        [
          t('column.place'),
          ({ clusterName, templateName }) =>
            plain(
              clusterName === null
                ? t('place.template', { name: templateName })
                : t('place.cluster', { name: clusterName }),
            ),
        ],
        [t('column.cnt'), ({ cnt }) => cntCell(cnt), ''],
        [t('column.shortCnt'), ({ shortCnt }) => cntCell(shortCnt), ''],
        [t('column.againCnt'), ({ againCnt }) => cntCell(againCnt), ''],
        [
          t('column.proposal'),
          (rule) => plain(proposalText(rule, language), rule.proposal ? undefined : 'muted'),
        ],
      ],
      { note: t('note.rules'), empty: t('empty.rules') },
      (rule) => ({ rule, ...(rule.hostId !== null && { hostId: rule.hostId }) }),
    ),
    table(
      'growth',
      capacity.clusterList,
      [
        [t('column.cluster'), ({ clusterName }) => plain(clusterName)],
        [
          t('column.resource'),
          ({ resource }) => {
            const text = t(`resource.${resource}`);
            return { text, value: `${text} (${unit(resource === 'cpu' ? 'cores' : 'bytes')})` };
          },
        ],
        [t('column.used'), ({ used, resource }) => amountCell(used, resource), ''],
        [t('column.capacity'), (row) => amountCell(row.capacity, row.resource), ''],
        [
          t('column.usedShare'),
          ({ used, capacity: whole }) =>
            shareCell(
              used === null || whole === null || !(whole > 0) ? null : used / whole,
              (value) => value >= 0.9,
            ),
          unit('percent'),
        ],
        [t('column.perDay'), ({ perDay, resource }) => signedAmountCell(perDay, resource), ''],
        [t('column.full'), (row) => fullCell(row), unit('days')],
        [t('column.measured'), ({ measuredShare }) => shareCell(measuredShare, () => false), unit('percent')],
      ],
      { note: t('note.growth'), empty: t('empty.growth') },
      aboutHost,
    ),
    table(
      'claims',
      capacity.claimList,
      [
        [t('column.cluster'), ({ clusterName }) => plain(clusterName)],
        [t('column.namespace'), ({ namespace }) => plain(namespace)],
        [t('column.claim'), ({ name }) => plain(name)],
        [t('column.used'), ({ used }) => amountCell(used, 'volume'), unit('bytes')],
        [t('column.capacity'), (row) => amountCell(row.capacity, 'volume'), unit('bytes')],
        [t('column.perDay'), ({ perDay }) => signedAmountCell(perDay, 'volume'), unit('bytes')],
        [t('column.full'), (row) => fullCell(row), unit('days')],
      ],
      {
        note: t('note.claims', {
          cnt: formatNumber(capacity.claimCnt),
          known: formatNumber(capacity.knownClaimCnt),
        }),
        empty: t('empty.claims'),
      },
      aboutHost,
    ),
    workloadTable('byCpu', true, false),
    workloadTable('byMemory', false, false),
    workloadTable('wastedCpu', true, true),
    workloadTable('wastedMemory', false, true),
  ];

  function fullCell({ state, daysLeft }: Pick<ClusterGrowth, 'state' | 'daysLeft'>): ReportCell {
    if (state !== 'fills' || daysLeft === null)
      return { text: t(`growth.${state === 'fills' ? 'steady' : state}`), value: null, tone: 'muted' };
    const text =
      daysLeft < 1 ? t('growth.now') : t('growth.fills', { days: formatNumber(Math.floor(daysLeft)) });
    return { text, value: rounded(daysLeft), tone: daysLeft < SOON_DAYS ? 'bad' : undefined };
  }
}

const SOON_DAYS = 30;

/** Figures above the tables. */
export function reportSummary(report: ReportContent, language: Language) {
  const t = reportText[language];
  const { availability, alarms, response, capacity } = report;
  const sum = availability.clusterList.reduce(
    (total, { expectedS, readyS, notReadyS }) => ({
      expectedS: total.expectedS + expectedS,
      readyS: total.readyS + readyS,
      notReadyS: total.notReadyS + notReadyS,
    }),
    { expectedS: 0, readyS: 0, notReadyS: 0 },
  );
  const shares = availabilityShares(sum);
  const fillsSoon = [...capacity.clusterList, ...capacity.claimList].filter(
    ({ daysLeft }) => daysLeft !== null && daysLeft < SOON_DAYS,
  ).length;
  const { beforeCnt } = alarms;
  const { medianS } = response.acknowledged;
  return [
    {
      key: 'availability',
      label: t('summary.availability'),
      text: percentText(shares.availability),
      note: null,
    },
    { key: 'measured', label: t('summary.measured'), text: percentText(shares.measured), note: null },
    {
      key: 'alarms',
      label: t('summary.alarms'),
      text: t('summary.alarmCnt', { cnt: formatNumber(alarms.cnt) }),
      note: beforeCnt === null ? null : t('summary.before', { cnt: formatNumber(beforeCnt) }),
    },
    {
      key: 'critical',
      label: t('summary.critical'),
      text: t('summary.alarmCnt', { cnt: formatNumber(alarms.criticalCnt) }),
      note: null,
    },
    {
      key: 'acknowledge',
      label: t('summary.acknowledge'),
      text: medianS === null ? DASH : formatSpan(Math.round(medianS), language),
      note: null,
    },
    {
      key: 'fillsSoon',
      label: t('summary.fillsSoon'),
      text: t('summary.resources', { cnt: formatNumber(fillsSoon) }),
      note: null,
    },
  ] as const;
}

export function reportTitle({ metaGroupName, kind }: ReportContent, language: Language): string {
  const t = reportText[language];
  return t('title', { group: metaGroupName, kind: t(`kind.${kind}`) });
}

/** What a reader must know before the figures: the period, and what is missing. */
export function reportNotes(report: ReportContent, language: Language): string[] {
  const t = reportText[language];
  const { fromDate, toDate, timeZone, countedTo, isRunning, isWholeGroup, storedFrom, subGroupList } = report;
  const at = (time: string) => formatTimestamp(time, { timeZone });
  return [
    t('period', { from: fromDate, to: toDate, zone: timeZone }),
    ...(isRunning ? [t('running', { at: at(countedTo) })] : []),
    ...(subGroupList.length === 0 ? [t('noGroups')] : []),
    ...(isWholeGroup || subGroupList.length === 0
      ? []
      : [t('partOfGroup', { names: subGroupList.map(({ name }) => name).join(', ') })]),
    ...(storedFrom === null ? [] : [t('storedFrom', { at: at(storedFrom) })]),
  ];
}

/** One file with all tables, one below the other. */
export function reportCsvRows(report: ReportContent, language: Language): CsvCell[][] {
  const rows: CsvCell[][] = [
    [reportTitle(report, language)],
    ...reportNotes(report, language).map((note) => [note]),
    ...reportSummary(report, language).map(({ label, text, note }) => [
      label,
      text,
      ...(note === null ? [] : [note]),
    ]),
  ];
  for (const { title, note, columns, rows: items } of reportTables(report, language)) {
    rows.push([], [title]);
    if (note !== null) rows.push([note]);
    rows.push(columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)));
    rows.push(...items.map(({ cells }) => cells.map(({ value }) => value)));
  }
  return rows;
}

function itemLabel(itemKey: string, itemName: string | null, language: Language): string {
  const key = alarmItemKeys.find((one) => one === itemKey);
  if (!key) return itemName ?? itemKey;
  const { target, label } = alarmItems[key];
  return `${kinds[target].labels[language]} · ${label[language]}`;
}

function proposalText({ proposal, holdS, recoveryMargin }: NoisyRule, language: Language): string {
  const t = reportText[language];
  if (!proposal || holdS === null || recoveryMargin === null) return t('proposal.none');
  if (proposal.why === 'hold')
    return t('proposal.hold', {
      from: formatSpan(holdS, language),
      to: formatSpan(proposal.holdS, language),
    });
  const number = (value: number) => formatNumber(value, { decimals: 2 });
  return t('proposal.margin', { from: number(recoveryMargin), to: number(proposal.recoveryMargin) });
}

function plain(text: string, tone?: ReportCell['tone']): ReportCell {
  return { text, value: text, tone };
}

function cntCell(cnt: number | null): ReportCell {
  return { text: formatNumber(cnt), value: cnt, tone: cnt === null ? 'muted' : undefined };
}

function changeCell(cnt: number, beforeCnt: number | null): ReportCell {
  if (beforeCnt === null) return { text: DASH, value: null, tone: 'muted' };
  const change = cnt - beforeCnt;
  return { text: `${change > 0 ? '+' : ''}${formatNumber(change)}`, value: change };
}

function shareCell(share: number | null, isBad: (share: number) => boolean): ReportCell {
  if (share === null) return { text: DASH, value: null, tone: 'muted' };
  return { text: percentText(share), value: floored(share), tone: isBad(share) ? 'bad' : undefined };
}

/** Rounded down: 99.999 % is not 100 %. */
function percentText(share: number | null): string {
  return share === null ? DASH : `${floored(share).toFixed(2)} %`;
}

function floored(share: number): number {
  // Sums of seconds have small errors: 0.9999999999 of a whole is the whole.
  return Math.floor(Number((share * 10_000).toFixed(4))) / 100;
}

function amountText(value: number, resource: ClusterGrowth['resource']): string {
  return resource === 'cpu' ? formatCores(value) : formatBytes(value);
}

function amountCell(value: number | null, resource: ClusterGrowth['resource']): ReportCell {
  if (value === null) return { text: DASH, value: null, tone: 'muted' };
  return { text: amountText(value, resource), value: rounded(value) };
}

function signedAmountCell(value: number | null, resource: ClusterGrowth['resource']): ReportCell {
  if (value === null) return { text: DASH, value: null, tone: 'muted' };
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return { text: `${sign}${amountText(Math.abs(value), resource)}`, value: rounded(value) };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
