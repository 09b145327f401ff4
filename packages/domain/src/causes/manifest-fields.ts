import type { ChangedField, ChangeTopic } from '@gwanje/contract/objects/manifests';
import type { FieldChange } from '@gwanje/kinds/calls/causes';
import { parseQuantity } from '@gwanje/kinds/definition/quantity';

/** Fields that controllers write, or that change nothing that runs. Cordoning and scaling have rules of their own. */
const UNRELATED: ReadonlySet<ChangeTopic> = new Set([
  'annotation',
  'finalizers',
  'label',
  'nodeName',
  'order',
  'owner',
  'replicas',
  'unschedulable',
]);

/** Requests and limits by resource, as in the states of containers. */
const RESOURCES: Readonly<Record<string, string>> = {
  'request cpu': 'cpuRequestCores',
  'limit cpu': 'cpuLimitCores',
  'request memory': 'memRequestBytes',
  'limit memory': 'memLimitBytes',
};

/** The changed fields of a manifest that can cause an alarm, in the form of the changes of states. */
export function fieldChangesOf(list: readonly ChangedField[]): FieldChange[] {
  return list.flatMap((changed) => {
    const { topic, subject, from, to, path } = changed;
    // The agent writes its status and counters outside the specification.
    if (UNRELATED.has(topic) || !path.startsWith('spec') || isTaintOfController(changed)) return [];
    if (topic === 'image') return { container: subject, field: 'image', from, to };
    if (topic === 'request' || topic === 'limit') return requestChange(changed);
    const field = subject === null ? topic : `${topic} ${subject}`;
    return { container: null, field, from, to };
  });
}

/** Kubernetes taints a node itself when it is cordoned or a condition is bad. Those are changes of their own. */
function isTaintOfController({ topic, subject }: ChangedField): boolean {
  return topic === 'taint' && (subject?.startsWith('node.kubernetes.io/') ?? false);
}

/** The subject is a container and a resource: `api memory`. */
function requestChange({ topic, subject, from, to }: ChangedField): FieldChange {
  const [container = null, resource = ''] = (subject ?? '').split(' ');
  const field = RESOURCES[`${topic} ${resource}`];
  if (field === undefined) return { container, field: `${topic} ${resource}`.trim(), from, to };
  return { container, field, from: amountOf(from), to: amountOf(to) };
}

function amountOf(text: string | null): string | null {
  const amount = text === null ? null : parseQuantity(text);
  return amount === null ? null : String(amount);
}
