import type { CauseEvidence, CauseRule } from '@gwanje/kinds/calls/causes';
import type { Finding } from './facts.ts';
import { causeRules } from './registry.ts';
import { closeness, relationWeight } from './score.ts';

export interface FoldedFinding extends Finding {
  /** When the effect of the change was measured: usage rose. Without a measured effect: when the object changed. */
  readonly effectMs: number;
  readonly isMeasured: boolean;
  readonly foldedList: readonly CauseEvidence[];
  readonly objectCnt: number;
}

/** Changes of one object that belong together, the one that explains the others first. */
interface Family {
  readonly rules: readonly CauseRule[];
  /** Longer apart, they are two changes. */
  readonly withinMs: number;
  /** Each change is another one, such as two edits. Otherwise an older one is a repeat of the newest. */
  readonly isEachShown?: boolean;
}

const FAMILIES: readonly Family[] = [
  // An edit of a workload begins a rollout. The agent sends its manifest up to a minute later than its state.
  {
    rules: ['agentVersionChanged', 'imageChanged', 'configurationChanged', 'requestsChanged', 'rolloutBegun'],
    withinMs: 3 * 60_000,
    isEachShown: true,
  },
  // An autoscaler changes the replicas.
  { rules: ['autoscalerScaled', 'replicasChanged'], withinMs: 2 * 60_000 },
  // A node that reboots is not ready. The kubelet reports the reboot when the node is back.
  { rules: ['nodeRebooted', 'nodeNotReady'], withinMs: 10 * 60_000 },
];

/** One line for each change: what one edit, one rollout or one upgrade of many nodes reported. */
export function foldFindings(found: readonly Finding[], atMs: number): FoldedFinding[] {
  const byObject = Map.groupBy(
    found,
    ({ object, evidence }) => `${objectKey(object)} ${familyKey(evidence.rule)}`,
  );
  const lines = foldRises([...byObject.values()].flatMap((group) => foldObject(group, atMs)));
  const byChange = Map.groupBy(lines, changeKey);
  return [...byChange.values()].map((group) => {
    const [nearest] = group.toSorted((a, b) => weight(b, atMs) - weight(a, atMs));
    // A group has at least one line.
    return { ...(nearest as FoldedFinding), objectCnt: group.length };
  });
}

function objectKey({ kind, id, hostId, namespace, name }: Finding['object']): string {
  return id === null ? `${hostId} ${kind} ${namespace}/${name}` : `${kind} ${id}`;
}

/** Rules without a family are their own. */
function familyKey(rule: CauseRule): string {
  return familyOf(rule)?.rules.join() ?? rule;
}

function familyOf(rule: CauseRule): Family | undefined {
  return FAMILIES.find(({ rules }) => rules.includes(rule));
}

/** The changes of the object, each with what belongs to it, the nearest first. */
function foldObject(group: readonly Finding[], atMs: number): FoldedFinding[] {
  const lines: FoldedFinding[] = [];
  let rest = group.toSorted((a, b) => weight(b, atMs) - weight(a, atMs));
  for (let [nearest] = rest; nearest; [nearest] = rest) {
    const found = nearest;
    const together = rest.filter((one) => isSameChange(one, found));
    lines.push(foldChange(together, found));
    if (!familyOf(found.evidence.rule)?.isEachShown) break;
    rest = rest.filter((one) => !together.includes(one));
  }
  return lines;
}

function foldChange(together: readonly Finding[], nearest: Finding): FoldedFinding {
  const [main, ...others] = together.toSorted((a, b) => rankInFamily(a) - rankInFamily(b) || b.atMs - a.atMs);
  const isOfMain = ({ evidence }: Finding) => evidence.rule === main?.evidence.rule;
  const foldedList = oneOfEachRule(others.filter((one) => !isOfMain(one)).map(({ evidence }) => evidence));
  const found = main as Finding;
  // A quota is as near as the nearest pod that it refused.
  const object = { ...found.object, relation: nearest.object.relation };
  return { ...found, object, foldedList, objectCnt: 1, effectMs: found.atMs, isMeasured: false };
}

function isSameChange(one: Finding, other: Finding): boolean {
  const withinMs = familyOf(one.evidence.rule)?.withinMs ?? 0;
  return Math.abs(one.atMs - other.atMs) <= withinMs && reachSameSize(one.evidence, other.evidence);
}

/** A person may change the replicas soon after the autoscaler did. */
function reachSameSize(one: CauseEvidence, other: CauseEvidence): boolean {
  return sizeOf(one) === null || sizeOf(other) === null || sizeOf(one) === sizeOf(other);
}

function sizeOf(evidence: CauseEvidence): number | null {
  return evidence.rule === 'autoscalerScaled' || evidence.rule === 'replicasChanged' ? evidence.to : null;
}

function oneOfEachRule(list: readonly CauseEvidence[]): CauseEvidence[] {
  return list.filter(({ rule }, index) => list.findIndex((one) => one.rule === rule) === index);
}

/** Usage that rises within this time after a change of its workload is an effect of the change: a leak grows slowly. */
const RISES_WITHIN_MS = 60 * 60_000;
/** More or fewer pods change the usage of each at once, or not at all. */
const RISES_AFTER_SCALING_MS = 10 * 60_000;
const SCALING: ReadonlySet<CauseRule> = new Set(['replicasChanged', 'autoscalerScaled']);
/** The usage is measured in steps. */
const MEASURED_EARLIER_MS = 2 * 60_000;

/** A rise of a pod after a change of its workload belongs to the last such change. */
function foldRises(lines: readonly FoldedFinding[]): FoldedFinding[] {
  const rises = lines.filter(({ evidence }) => evidence.rule === 'neighbourRose');
  const changes = lines.filter((line) => !rises.includes(line));
  const risesOf = new Map<FoldedFinding, FoldedFinding[]>();
  const others = rises.filter((rise) => {
    const [last] = changes
      .filter((change) => isChangeBefore(change, rise))
      .toSorted((a, b) => b.atMs - a.atMs || a.evidence.rule.localeCompare(b.evidence.rule));
    if (last) risesOf.set(last, [...(risesOf.get(last) ?? []), rise]);
    return !last;
  });
  const explained = changes.map((change) => withRises(change, risesOf.get(change) ?? []));
  return [...explained, ...others.map((rise) => ({ ...rise, isMeasured: true }))];
}

function isChangeBefore({ object, atMs, evidence }: FoldedFinding, rise: FoldedFinding): boolean {
  const { ownerName = null, namespace } = rise.object;
  const isOwner = object.kind === 'workload' && object.name === ownerName && object.namespace === namespace;
  const withinMs = SCALING.has(evidence.rule) ? RISES_AFTER_SCALING_MS : RISES_WITHIN_MS;
  return isOwner && atMs <= rise.atMs + MEASURED_EARLIER_MS && atMs >= rise.atMs - withinMs;
}

/** The change is as near as its effect. */
function withRises(change: FoldedFinding, rises: readonly FoldedFinding[]): FoldedFinding {
  const [first] = rises.toSorted((a, b) => a.atMs - b.atMs);
  if (!first) return change;
  const isNearer = relationWeight(first.object.relation) > relationWeight(change.object.relation);
  const { relation } = isNearer ? first.object : change.object;
  return {
    ...change,
    object: { ...change.object, relation },
    foldedList: oneOfEachRule([...change.foldedList, first.evidence]),
    effectMs: Math.max(change.atMs, first.atMs),
    isMeasured: true,
  };
}

function rankInFamily({ evidence: { rule } }: Finding): number {
  return familyOf(rule)?.rules.indexOf(rule) ?? 0;
}

function weight({ atMs: changedMs, object }: Finding, atMs: number): number {
  return closeness((atMs - changedMs) / 1000) * relationWeight(object.relation);
}

/** Lines with the same key are one change of several objects. */
function changeKey(line: FoldedFinding): string {
  const { object, evidence } = line;
  const { rule } = evidence;
  return causeRules[rule].isSharedByObjects
    ? `${object.relation} ${JSON.stringify(evidence)}`
    : `${objectKey(object)} ${rule} ${line.atMs}`;
}
