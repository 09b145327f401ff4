import { uidOf } from '../seed/identifiers.ts';
import { containerIdOf } from './container-id.ts';
import type { JsonObject, View } from './kind.ts';
import type { PodRecord, PodTemplate } from './records.ts';
import { timeText } from './text.ts';

/**
 * Pods of one template that run as they should differ in a dozen values. Their text is made once with marks in
 * those places; each pod then fills the marks. Everything else is built field by field.
 */
interface Stencil {
  readonly texts: readonly string[];
  readonly slots: readonly Slot[];
}

type Slot = (pod: PodRecord, view: View) => string;

const stencils = new WeakMap<PodTemplate, { readonly plain?: Stencil; readonly managed?: Stencil }>();

const SLOTS: readonly (readonly [slot: Slot, mark: (pod: PodRecord) => Partial<PodRecord>])[] = [
  // The number at the end of the name stands alone in a label of stateful pods.
  [(pod) => pod.name, () => ({ name: '@name-7070@' })],
  [(pod) => pod.name.slice(pod.name.lastIndexOf('-') + 1), () => ({})],
  [(pod) => pod.claims[0] ?? '@claim@', (pod) => ({ claims: pod.claims.map(() => '@claim@') })],
  [(pod, view) => uidOf(view.seed, pod.id), () => ({ id: -7 })],
  [(pod) => String(pod.rv), () => ({ rv: 7_070_707_070 })],
  [
    (pod) => pod.nodeName,
    (pod) => ({ nodeName: '@node@', wantedNode: pod.wantedNode === '' ? '' : '@node@' }),
  ],
  [(pod) => pod.podIp, () => ({ podIp: '@ip@' })],
  [(pod) => timeText(pod.createdSec), () => ({ createdSec: 1_000_001 })],
  [(pod) => timeText(pod.startedSec), () => ({ startedSec: 1_000_002 })],
  [(pod) => timeText(pod.scheduledSec), () => ({ scheduledSec: 1_000_003 })],
  [(pod) => timeText(pod.readySec), () => ({ readySec: 1_000_004 })],
];
const FIRST_CONTAINER_SEC = 1_000_010;
const HOST_IP = '@host@';

export function stencilText(
  pod: PodRecord,
  view: View,
  build: (pod: PodRecord, view: View) => JsonObject,
): string {
  if (!isOrdinary(pod)) return JSON.stringify(build(pod, view));
  const known = stencils.get(pod.template);
  const kept = view.hasManagedFields ? known?.managed : known?.plain;
  const stencil = kept ?? cut(pod, view, build);
  if (!kept)
    stencils.set(
      pod.template,
      view.hasManagedFields ? { ...known, managed: stencil } : { ...known, plain: stencil },
    );
  const { texts, slots } = stencil;
  let text = texts[0] ?? '';
  for (let i = 0; i < slots.length; i++) text += slots[i]?.(pod, view) + (texts[i + 1] ?? '');
  return text;
}

function isOrdinary(pod: PodRecord): boolean {
  const kind = pod.owner?.kind;
  if (kind !== 'ReplicaSet' && kind !== 'DaemonSet' && kind !== 'StatefulSet') return false;
  if (!pod.isReady || pod.deletion || pod.reason !== '' || pod.claims.length > 1) return false;
  for (const container of pod.containers) {
    if (container.state !== 'running' || !container.isReady || container.restarts > 0) return false;
  }
  return true;
}

function cut(pod: PodRecord, view: View, build: (pod: PodRecord, view: View) => JsonObject): Stencil {
  let marked: PodRecord = {
    ...pod,
    containers: pod.containers.map((container, index) => ({
      ...container,
      startedSec: FIRST_CONTAINER_SEC + index,
    })),
  };
  for (const [, mark] of SLOTS) marked = { ...marked, ...mark(pod) };
  const marks: [text: string, slot: Slot][] = SLOTS.map(([slot]) => [slot(marked, view), slot]);
  marks.push([HOST_IP, (real, realView) => realView.hostIpOf(real.nodeName)]);
  for (const index of pod.containers.keys()) {
    marks.push(
      [
        containerIdOf(marked, index, 0, view.seed),
        (real, realView) => containerIdOf(real, index, 0, realView.seed),
      ],
      [timeText(FIRST_CONTAINER_SEC + index), (real) => timeText(real.containers[index]?.startedSec ?? 0)],
    );
  }
  const slotOf = new Map(marks);
  const parts = JSON.stringify(build(marked, { ...view, hostIpOf: () => HOST_IP })).split(
    // Marks are letters, digits, @, - and colons: nothing an expression would take for its own.
    new RegExp(`(${marks.map(([text]) => text).join('|')})`),
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
