import { uidOf } from '../../core/identifiers.ts';
import type { JsonObject, View } from '../object/kind.ts';
import type { PodRecord, PodTemplate } from '../object/records.ts';
import { timeText } from '../object/text.ts';
import { containerIdOf, imageIdOf } from './container-id.ts';

/**
 * Healthy pods of one shape differ in about twenty values. Their text is built once with marks for these
 * values, and each pod then fills the marks. All other pods are built field by field.
 */
interface Stencil {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

type Slot = (pod: PodRecord, view: View) => string;
type Build = (pod: PodRecord, view: View) => JsonObject;

const stencils = {
  plain: new WeakMap<object, Stencil>(),
  managed: new WeakMap<object, Stencil>(),
};

const HOST_IP = '@host@';
const NAMESPACE = '@namespace@';
const FIRST_CONTAINER_SEC = 1_000_010;

/** Each function reads a mark from the marked pod, and the value from a real pod. Longer marks come first. */
const SLOTS: readonly Slot[] = [
  (pod) => pod.name,
  // A label of stateful pods contains only the number at the end of the name.
  (pod) => pod.name.slice(pod.name.lastIndexOf('-') + 1),
  (pod) => pod.namespace,
  (pod, view) => uidOf(view.seed, pod.id),
  (pod) => String(pod.rv),
  (pod) => pod.claims[0] ?? '@no-claim@',
  (pod) => pod.nodeName,
  (pod) => pod.podIp,
  (pod) => pod.owner?.name ?? '',
  (pod, view) => uidOf(view.seed, pod.owner?.id ?? 0),
  (pod) => pod.template.hash,
  (pod) => pod.template.hash.slice(0, 5),
  (pod) => timeText(pod.createdSec),
  (pod) => timeText(pod.startedSec),
  (pod) => timeText(pod.scheduledSec),
  (pod) => timeText(pod.readySec),
  (pod, view) => view.hostIpOf(pod.nodeName),
];

function containerSlots(index: number): Slot[] {
  const imageOf = (pod: PodRecord) => pod.template.containers[index]?.image ?? '';
  return [
    imageOf,
    (pod) => imageIdOf(imageOf(pod)),
    (pod, view) => containerIdOf(pod, index, 0, view.seed),
    (pod) => timeText(pod.containers[index]?.startedSec ?? 0),
  ];
}

function marked(pod: PodRecord): PodRecord {
  return {
    ...pod,
    name: '@name-7070@',
    namespace: NAMESPACE,
    id: -7,
    rv: 7_070_707_070,
    claims: pod.claims.map(() => '@claim@'),
    wantedNode: pod.wantedNode === '' ? '' : '@node@',
    nodeName: '@node@',
    podIp: '@ip@',
    owner: pod.owner && { ...pod.owner, name: '@owner@', id: -9 },
    createdSec: 1_000_001,
    startedSec: 1_000_002,
    scheduledSec: 1_000_003,
    readySec: 1_000_004,
    template: markedTemplate(pod.template, pod.namespace),
    containers: pod.containers.map((container, index) => ({
      ...container,
      startedSec: FIRST_CONTAINER_SEC + index,
    })),
  };
}

function markedTemplate(template: PodTemplate, namespace: string): PodTemplate {
  return {
    ...template,
    hash: '@hash-mark',
    labels: Object.fromEntries(
      Object.entries(template.labels).map(([key, value]) => [
        key,
        key === 'app.kubernetes.io/part-of' && value === namespace ? NAMESPACE : value,
      ]),
    ),
    containers: template.containers.map((container, index) => ({
      ...container,
      image: `@image-${index}:1@`,
    })),
  };
}

export function stencilText(pod: PodRecord, view: View, build: Build): string {
  if (!isOrdinary(pod)) return JSON.stringify(build(pod, view));
  const known = view.hasManagedFields ? stencils.managed : stencils.plain;
  let stencil = known.get(pod.template.shape);
  if (!stencil) {
    stencil = cut(pod, view, build);
    known.set(pod.template.shape, stencil);
  }
  const { texts, slots } = stencil;
  let text = texts[0] ?? '';
  for (let i = 0; i < slots.length; i++) text += slots[i]?.(pod, view) + (texts[i + 1] ?? '');
  return text;
}

function isOrdinary(pod: PodRecord): boolean {
  const kind = pod.owner?.kind;
  if (kind !== 'ReplicaSet' && kind !== 'DaemonSet' && kind !== 'StatefulSet') return false;
  if (!pod.isReady || pod.deletion || pod.reason !== '') return false;
  // A stateful pod has exactly one claim. Shapes with and without a claim would need two stencils.
  if (pod.claims.length !== (kind === 'StatefulSet' ? 1 : 0)) return false;
  for (const container of pod.containers) {
    if (container.state !== 'running' || !container.isReady || container.restarts > 0) return false;
  }
  return true;
}

function cut(pod: PodRecord, view: View, build: Build): Stencil {
  const sample = marked(pod);
  const sampleView: View = { ...view, hostIpOf: () => HOST_IP };
  const all = [...SLOTS, ...pod.containers.flatMap((_, index) => containerSlots(index))];
  const slotOf = new Map(all.map((slot) => [slot(sample, sampleView), slot]));
  const parts = JSON.stringify(build(sample, sampleView)).split(
    // Marks are letters, digits, @, - and colons: none is special in a regular expression.
    new RegExp(`(${[...slotOf.keys()].join('|')})`),
  );
  const texts: string[] = [];
  const slots: Slot[] = [];
  for (const [position, part] of parts.entries()) {
    const slot = position % 2 === 1 ? slotOf.get(part) : undefined;
    if (slot) slots.push(slot);
    else texts.push(part);
  }
  return { texts, slots };
}
