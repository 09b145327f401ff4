import type { CauseEvidence, CauseRule } from '@gwanje/kinds/calls/causes';
import type { Finding } from './facts.ts';
import { causeRules } from './registry.ts';
import { closeness, relationWeight } from './score.ts';

export interface FoldedFinding extends Finding {
  readonly foldedList: readonly CauseEvidence[];
  readonly objectCnt: number;
}

/**
 * Changes of one object that belong together, the one that explains the others first. An edit of a workload begins a
 * rollout; an autoscaler changes the replicas; a node that reboots is not ready.
 */
const FAMILIES: readonly (readonly CauseRule[])[] = [
  ['agentVersionChanged', 'imageChanged', 'configurationChanged', 'requestsChanged', 'rolloutBegun'],
  ['autoscalerScaled', 'replicasChanged'],
  ['nodeRebooted', 'nodeNotReady'],
  ['volumeFailed'],
];
/** Changes of a family within this time belong together. */
const TOGETHER_MS = 10 * 60_000;

/** One line for each change: what one edit, one rollout or one upgrade of many nodes reported. */
export function foldFindings(found: readonly Finding[], atMs: number): FoldedFinding[] {
  const byObject = Map.groupBy(
    found,
    ({ object, evidence }) => `${objectKey(object)} ${familyOf(evidence.rule)}`,
  );
  const lines = [...byObject.values()].map((group) => foldObject(group, atMs));
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
function familyOf(rule: CauseRule): string {
  const index = FAMILIES.findIndex((family) => family.includes(rule));
  return index < 0 ? rule : `family ${index}`;
}

/** The newest change of the object, with what belongs to it. Older changes of the same family are repeats. */
function foldObject(group: readonly Finding[], atMs: number): FoldedFinding {
  const nearest = group.toSorted((a, b) => weight(b, atMs) - weight(a, atMs))[0] as Finding;
  const together = group.filter((one) => Math.abs(one.atMs - nearest.atMs) <= TOGETHER_MS);
  const [main, ...others] = together.toSorted((a, b) => rankInFamily(a) - rankInFamily(b) || b.atMs - a.atMs);
  const isOfMain = ({ evidence }: Finding) => evidence.rule === main?.evidence.rule;
  const foldedList = others.filter((one) => !isOfMain(one)).map(({ evidence }) => evidence);
  return { ...(main as Finding), foldedList, objectCnt: 1 };
}

function rankInFamily({ evidence: { rule } }: Finding): number {
  const family = FAMILIES.find((rules) => rules.includes(rule));
  return family?.indexOf(rule) ?? 0;
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
    : `${objectKey(object)} ${rule}`;
}
